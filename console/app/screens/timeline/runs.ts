/** Departures as bars of a day: one on each resource that they need. Pure. */
import { type Departure, bookedOn } from "../../../page/screens/day/day-sheet.ts";
import { dayIn, timeIn } from "../../../page/zone.ts";

export interface Run {
  readonly id: string;
  readonly departureKey: string;
  readonly resourceId: string;
  readonly productId: string;
  readonly name: string;
  /** YYYY-MM-DD HH:mm:ss on clocks of the supplier. */
  readonly start: string;
  readonly end: string;
  readonly booked: number;
  readonly capacity: number | null;
  /** Closed or called off. */
  readonly isClosed: boolean;
}

/** Returns no bar for a departure that only bookings know of, or that needs no resource. */
export function runsOf(departures: readonly Departure[], timezone: string): readonly Run[] {
  const local = (at: string): string => `${dayIn(at, timezone)} ${timeIn(at, timezone)}:00`;
  return departures.flatMap((departure) => {
    const { key, startAt, productId, entry, sold, blocks } = departure;
    const endAt = entry?.endAt;
    if (!entry || !endAt) return [];
    return (entry.resources ?? []).map(({ resourceId }) => ({
      id: `${key} ${resourceId}`,
      departureKey: key,
      resourceId,
      productId,
      name: sold?.product.name ?? "",
      start: local(startAt),
      end: local(endAt),
      booked: bookedOn(departure),
      capacity: entry.capacity,
      isClosed: entry.runs === "CALLED_OFF" || blocks.length > 0,
    }));
  });
}

const usual = { first: 8, last: 20 };

/** The hours that the day needs, and at least those of a usual one. */
export function hoursOf(
  runs: readonly Pick<Run, "start" | "end">[],
  date: string,
): { startTime: string; endTime: string } {
  const hourOf = (at: string): number => Number(at.slice(11, 13));
  const starts = runs
    .filter(({ start }) => start.startsWith(date))
    .map(({ start }) => hourOf(start));
  const ends = runs.map(({ end }) => (end.startsWith(date) ? hourOf(end) + 1 : 24));
  const [first, last] = [Math.min(usual.first, ...starts), Math.max(usual.last, ...ends)];
  const timeOf = (hour: number): string => `${String(hour).padStart(2, "0")}:00:00`;
  return { startTime: timeOf(first), endTime: last >= 24 ? "23:59:59" : timeOf(last) };
}
