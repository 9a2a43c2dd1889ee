/** A month of one option's departures as a table of weeks. */

interface Departure {
  /** With the offset of the option's zone, so it begins with the local day. */
  localStartAt: string;
  available: boolean;
  vacancies: number | null;
}

/** `month` is 1..12, in the option's own zone. */
interface Month {
  title: string;
  year: number;
  month: number;
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const cellWidth = 10;

/**
 * One line a week, Monday first. Each day shows its free places, with `x` where departures stand
 * but none can be booked (blocked, full or past) and `.` where there is no departure.
 */
export function monthCalendar(
  { title, year, month }: Month,
  departures: readonly Departure[],
): string {
  const byDay = Map.groupBy(departures, ({ localStartAt }) => localStartAt.slice(0, 10));
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const blanks = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const cells = Array.from({ length: blanks }, () => "");
  for (let day = 1; day <= days; day++) {
    const date = `${year}-${two(month)}-${two(day)}`;
    cells.push(`${String(day).padStart(2)} ${dayText(byDay.get(date) ?? []).padStart(5)}`);
  }
  const weeks: string[] = [];
  for (let at = 0; at < cells.length; at += 7) weeks.push(row(cells.slice(at, at + 7)));
  const free = departures.reduce((sum, each) => sum + freePlaces(each), 0);
  const heading = `${title} · ${year}-${two(month)}`;
  const total = `${departures.length} departures, ${free} places free`;
  const width = cellWidth * 7;
  return [
    heading + total.padStart(width - heading.length),
    "─".repeat(width),
    row(weekdays),
    ...weeks,
  ].join("\n");
}

/** Places that one more booking could take; none where it cannot be booked. */
export function freePlaces({ available, vacancies }: Departure): number {
  return available ? (vacancies ?? 0) : 0;
}

function dayText(departures: readonly Departure[]): string {
  if (departures.length === 0) return ".";
  if (departures.every(({ available }) => !available)) return "x";
  return String(departures.reduce((sum, each) => sum + freePlaces(each), 0));
}

function row(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.padStart(cellWidth - 1).padEnd(cellWidth))
    .join("")
    .trimEnd();
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
