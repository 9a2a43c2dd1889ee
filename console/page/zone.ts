/** Days and times of a time zone, by Intl. Pure. */

const dayMs = 86_400_000;

/** The day of an instant in a zone, as YYYY-MM-DD. */
export function dayIn(at: Date | string, timeZone: string): string {
  return shownAt(new Date(at), timeZone).slice(0, 10);
}

/** The time of an instant in a zone, as HH:MM. */
export function timeIn(at: Date | string, timeZone: string): string {
  return shownAt(new Date(at), timeZone).slice(11, 16);
}

/** The first and the last millisecond of a day in a zone, in UTC. A day with a clock change has 23 or 25 hours. */
export function rangeOfDay(date: string, timeZone: string): { from: string; to: string } {
  const start = startOfDay(date, timeZone);
  const end = startOfDay(dayAfter(date), timeZone);
  return { from: new Date(start).toISOString(), to: new Date(end - 1).toISOString() };
}

/** When clocks of the zone show "YYYY-MM-DDTHH:mm", in milliseconds; where they skip that, an hour later or so. */
export function instantOf(local: string, timeZone: string): number {
  const utc = Date.parse(`${local}Z`);
  const candidates = [-dayMs, 0, dayMs].map(
    (shift) => utc - offsetAt(new Date(utc + shift), timeZone),
  );
  const shown = candidates.filter((at) => localIn(new Date(at), timeZone) === local);
  // Clocks that go back show a time twice: the first instant counts. A skipped time counts by the offset before the
  // jump.
  return shown.length > 0 ? Math.min(...shown) : Math.max(...candidates);
}

/** The time on clocks of the zone, as YYYY-MM-DDTHH:mm. */
function localIn(at: Date | string, timeZone: string): string {
  return `${dayIn(at, timeZone)}T${timeIn(at, timeZone)}`;
}

export function dayAfter(date: string, days = 1): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** True for a day that the calendar has. */
export function isDay(text: string): boolean {
  const isShaped = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  // February 30 would be a day of March.
  return isShaped && dayAfter(text, 0) === text;
}

/** The day that a text names, or today in the zone. */
export function dayGiven(text: string | null | undefined, timeZone: string): string {
  return text && isDay(text) ? text : dayIn(new Date(), timeZone);
}

/** Whether clocks show the same in both zones at that instant. */
export function isSameTime(at: Date | string, zone: string, other: string): boolean {
  const instant = new Date(at);
  return zone === other || offsetAt(instant, zone) === offsetAt(instant, other);
}

function startOfDay(date: string, timeZone: string): number {
  return instantOf(`${date}T00:00`, timeZone);
}

/** How far the zone is ahead of UTC, in milliseconds. */
function offsetAt(at: Date, timeZone: string): number {
  const local = Date.parse(`${shownAt(at, timeZone).replace(" ", "T")}Z`);
  return local - Math.floor(at.getTime() / 1_000) * 1_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time on clocks of the zone, as YYYY-MM-DD HH:mm:ss: Swedish writes it so. */
function shownAt(at: Date, timeZone: string): string {
  const format = formats.get(timeZone) ?? formatOf(timeZone);
  formats.set(timeZone, format);
  return format.format(at);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
}
