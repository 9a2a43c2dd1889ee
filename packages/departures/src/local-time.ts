/** Instants as they are answered: in UTC, and in a zone. A year of departures names few days and times. */
import { dayMs, minuteMs } from "./durations.ts";
import { localTimeOf } from "./zone.ts";

const daysMax = 10_000;
const firstDay = Date.parse("0000-01-01") / dayMs;
const lastDay = Date.parse("9999-12-31") / dayMs;
const days = new Map<number, string>();
const minutes = Array.from({ length: 1440 }, (_, minute) =>
  new Date(minute * minuteMs).toISOString().slice(10),
);

/** In UTC with milliseconds. */
export function isoOf(milliseconds: number): string {
  if (milliseconds % minuteMs !== 0) return new Date(milliseconds).toISOString();
  const day = Math.floor(milliseconds / dayMs);
  // Beyond the year 9999, which only an end can reach, a date is longer.
  if (day < firstDay || day > lastDay) return new Date(milliseconds).toISOString();
  return dayText(day) + (minutes[(milliseconds - day * dayMs) / minuteMs] as string);
}

/**
 * RFC 3339 with the offset of the zone at this instant. Before there were zones an offset had seconds, which
 * RFC 3339 has no room for: it is rounded, and the text still names the instant.
 */
export function localTextOf(zone: string, milliseconds: number): string {
  const minutesAhead = Math.round((localTimeOf(zone, milliseconds) - milliseconds) / minuteMs);
  const withoutOffset = isoOf(milliseconds + minutesAhead * minuteMs).slice(0, -".000Z".length);
  return withoutOffset + offsetText(minutesAhead);
}

function offsetText(minutesAhead: number): string {
  const size = minutes[Math.abs(minutesAhead)] as string;
  return (minutesAhead < 0 ? "-" : "+") + size.slice("T".length, "Thh:mm".length);
}

/** The date, YYYY-MM-DD, that a zone has at an instant. */
export function localDateOf(zone: string, milliseconds: number): string {
  return dayText(Math.floor(localTimeOf(zone, milliseconds) / dayMs));
}

/** The date that some zone still has at an instant, and none an earlier one: twelve hours behind UTC. */
export function earliestDate(milliseconds: number): string {
  return dayText(Math.floor((milliseconds - dayMs / 2) / dayMs));
}

/** YYYY-MM-DD of a day, counted from the first of 1970. */
export function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  if (days.size >= daysMax) days.clear();
  const text = new Date(day * dayMs).toISOString().slice(0, 10);
  days.set(day, text);
  return text;
}
