/** Sums bookings by the local day of their start, by product, source and currency. */
import { dayMs, instantOfLocalTime } from "@slipway/departures";
import type { Start } from "./booking-index.ts";

interface DayRange {
  /** First and last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

export interface Day {
  readonly date: string;
  /** Its first instant and that of the next day, in milliseconds. */
  readonly startAt: number;
  readonly endAt: number;
}

/** How many days there are, the first and the last one with them. */
export function daysIn({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** A day with a clock change has 23 or 25 hours. */
export function daysOf({ timezone, ...range }: DayRange & { timezone: string }): Day[] {
  return Array.from({ length: daysIn(range) }, (_, index) => {
    const localTime = Date.parse(range.from) + index * dayMs;
    return {
      date: new Date(localTime).toISOString().slice(0, 10),
      startAt: instantOfLocalTime(timezone, localTime),
      endAt: instantOfLocalTime(timezone, localTime + dayMs),
    };
  });
}

/** Fields that bookings are summed by; without one there is one sum. */
export type SumKey = "date" | "productId" | "source" | "currency";

type Summed = Pick<Start, "startAt" | "guests" | "retail" | Exclude<SumKey, "date">>;
type Sum<Key extends SumKey> = Record<Key, string> & {
  bookings: number;
  guests: number;
  retail: number;
};

/**
 * The sums by these keys, in the order of the first key, then of the next. A start of no day is left out. Sums stay safe
 * integers: the answer is refused otherwise.
 */
export function sumStarts<Key extends SumKey>(
  starts: readonly Summed[],
  days: readonly Day[],
  keys: readonly Key[],
): Sum<Key>[] {
  const sums = new Map<string, Sum<Key>>();
  for (const start of starts) {
    const date = days[dayOf(days, start.startAt)]?.date;
    if (date === undefined) continue;
    const { productId, source, currency } = start;
    const named = { date, productId, source, currency };
    const name = keys.map((key) => named[key]).join("\0");
    const sum = sums.get(name) ?? emptySum(named, keys);
    sum.bookings++;
    sum.guests = Math.min(sum.guests + start.guests, Number.MAX_SAFE_INTEGER);
    sum.retail = Math.min(sum.retail + start.retail, Number.MAX_SAFE_INTEGER);
    sums.set(name, sum);
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function emptySum<Key extends SumKey>(
  named: Record<SumKey, string>,
  keys: readonly Key[],
): Sum<Key> {
  const names = Object.fromEntries(keys.map((key) => [key, named[key]])) as Record<Key, string>;
  return { ...names, bookings: 0, guests: 0, retail: 0 };
}

/** The place of an instant's day; where clocks change, a day is longer or shorter than the others. */
function dayOf(days: readonly Day[], instant: number): number {
  const about = Math.floor((instant - (days[0]?.startAt ?? 0)) / dayMs);
  const near = [about, about - 1, about + 1];
  return near.find((place) => isIn(days[place], instant)) ?? -1;
}

function isIn(day: Day | undefined, instant: number): boolean {
  return day !== undefined && day.startAt <= instant && instant < day.endAt;
}
