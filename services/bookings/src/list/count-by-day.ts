/** Counts bookings by the local day of their start and by source. */
import type { OutputOf, bookings } from "@slipway/contracts";
import { dayMs, instantOfLocalTime } from "@slipway/departures";
import type { Start } from "./booking-index.ts";

interface DayRange {
  /** First and last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

interface Day {
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

/** Counts by date, then by source. */
export function countByDay(
  starts: readonly Pick<Start, "startAt" | "source">[],
  days: readonly Day[],
): OutputOf<typeof bookings.listBookingCounts> {
  const counts = days.map(() => new Map<string, number>());
  for (const { startAt, source } of starts) {
    const bySource = counts[dayOf(days, startAt)];
    bySource?.set(source, (bySource.get(source) ?? 0) + 1);
  }
  return days.flatMap(({ date }, place) =>
    [...(counts[place] ?? [])]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([source, count]) => ({ date, source, bookings: count })),
  );
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
