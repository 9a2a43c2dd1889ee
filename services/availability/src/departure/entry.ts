import type { OutputOf, availability } from "@slipway/contracts";
import type { OptionFacts } from "../option-facts.ts";

export type AvailabilityEntry = OutputOf<typeof availability.listAvailability>["items"][number];

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** One departure as it stands now. */
export interface Departure {
  /** Milliseconds. */
  readonly start: number;
  /** No period gives it: a booking with customStart made it. */
  readonly manual: boolean;
  readonly blocked: boolean;
  /** Null where the option needs no resource. */
  readonly capacity: number | null;
  readonly vacancies: number | null;
  readonly resources: { resourceId: string; vacancies: number }[];
}

/** What GET /availability says of a departure (completions section 7). `now` in milliseconds. */
export function availabilityEntry(
  option: OptionFacts["option"],
  departure: Departure,
  now: number,
): AvailabilityEntry {
  const { start, manual, blocked, capacity, vacancies, resources } = departure;
  const { durationMinutes, bookingCutoffMinutes, restrictions } = option;
  const smallestParty = Math.max(1, restrictions.minUnits ?? 0);
  const entry: AvailabilityEntry = {
    optionId: option.id,
    startAt: isoOf(start),
    endAt: durationMinutes === 0 ? null : isoOf(start + durationMinutes * minuteMs),
    cutoffAt: isoOf(start - bookingCutoffMinutes * minuteMs),
    maxUnits: smaller(restrictions.maxUnits, vacancies),
    manual,
    available: start > now && !blocked && (vacancies === null || vacancies >= smallestParty),
    capacity,
    vacancies,
  };
  // Without a requirement there is no resource to speak of.
  if (vacancies !== null) entry.resources = resources;
  return entry;
}

function smaller(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** Days and minutes of a day as they are written: a year of departures names few of either. */
const daysMax = 10_000;
const firstDay = Date.parse("0000-01-01") / dayMs;
const lastDay = Date.parse("9999-12-31") / dayMs;
const days = new Map<number, string>();
const minutes = Array.from({ length: 1440 }, (_, minute) =>
  new Date(minute * minuteMs).toISOString().slice(10),
);

function isoOf(milliseconds: number): string {
  if (milliseconds % minuteMs !== 0) return new Date(milliseconds).toISOString();
  const day = Math.floor(milliseconds / dayMs);
  // Beyond the year 9999, which only an end can reach, a date is longer.
  if (day < firstDay || day > lastDay) return new Date(milliseconds).toISOString();
  return dayText(day) + (minutes[(milliseconds - day * dayMs) / minuteMs] as string);
}

function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  if (days.size >= daysMax) days.clear();
  const text = new Date(day * dayMs).toISOString().slice(0, 10);
  days.set(day, text);
  return text;
}
