import { type Recurrence, minuteOfDay, recursAt, recursOnDayOf } from "./recurrence.ts";
import { dayMs, minuteMs } from "./durations.ts";
import { instantOfLocalTime, localTimesMeaning } from "./zone.ts";

interface DepartureRange {
  /** Milliseconds, both ends included. */
  readonly from: number;
  readonly to: number;
  /** The first so many of them; without it all. */
  readonly limit?: number;
}

/**
 * The instants (milliseconds, ascending, each once) at which the periods depart in [from, to].
 * Periods that overlap, or local times that a clock change maps to one instant, give one departure.
 */
export function departuresOf(
  periods: readonly Recurrence[],
  zone: string,
  { from, to, limit = Infinity }: DepartureRange,
): number[] {
  const found: number[] = [];
  const schedule = wordsOf(periods, zone);
  for (let month = Math.floor(from / monthMs); month * monthMs <= to; month++) {
    for (const instant of departuresOfMonth(periods, zone, { schedule, month })) {
      if (instant < from) continue;
      if (instant > to || found.length >= limit) return found;
      found.push(instant);
    }
  }
  return found;
}

/*
 * Everybody who looks at a schedule asks for the same months again. What a month comes to is kept
 * under what the periods say, so it can never be stale, whichever request changed them.
 */
const monthMs = 32 * dayMs;
const instantsMax = 2_000_000;
const schedules = new Map<string, Map<number, readonly number[]>>();
let instantsKept = 0;

function departuresOfMonth(
  periods: readonly Recurrence[],
  zone: string,
  { schedule, month }: { schedule: string; month: number },
): readonly number[] {
  const found = schedules.get(schedule)?.get(month);
  if (found) return found;
  const range = { from: month * monthMs, to: (month + 1) * monthMs - 1 };
  const departures = deriveDepartures(periods, zone, range);
  instantsKept += departures.length + 1;
  if (instantsKept > instantsMax) {
    schedules.clear();
    instantsKept = departures.length + 1;
  }
  const months = schedules.get(schedule) ?? new Map<number, readonly number[]>();
  schedules.set(schedule, months.set(month, departures));
  return departures;
}

/** By the array: who asks with the same one again has nothing put into words. */
const words = new WeakMap<readonly Recurrence[], { zone: string; schedule: string }>();

/** All that departures depend on. */
function wordsOf(periods: readonly Recurrence[], zone: string): string {
  const known = words.get(periods);
  if (known?.zone === zone) return known.schedule;
  const said = periods.map(({ startMonthDay, endMonthDay, weekdays, startTimes }) =>
    [startMonthDay, endMonthDay, weekdays.join(), startTimes.join()].join(" "),
  );
  const schedule = [zone, ...said].join("|");
  words.set(periods, { zone, schedule });
  return schedule;
}

function deriveDepartures(
  periods: readonly Recurrence[],
  zone: string,
  { from, to }: DepartureRange,
): number[] {
  const instants = new Set<number>();
  for (const period of periods) {
    for (const localTime of wallsOf(period, { from, to })) {
      const instant = instantOfLocalTime(zone, localTime);
      if (instant >= from && instant <= to) instants.add(instant);
    }
  }
  return [...instants].toSorted((a, b) => a - b);
}

/** The period's local times that can lie in [from, to] in any zone, and some before and after. */
function wallsOf(period: Recurrence, { from, to }: DepartureRange): number[] {
  const minutes = period.startTimes.map(minuteOfDay);
  const localTimes: number[] = [];
  // No offset reaches a day, so no local day lies further than that from the day of its instants.
  const firstDay = Math.floor(from / dayMs) - 1;
  const lastDay = Math.floor(to / dayMs) + 1;
  for (let day = firstDay; day <= lastDay; day++) {
    if (!recursOnDayOf(period, day * dayMs)) continue;
    for (const minute of minutes) localTimes.push(day * dayMs + minute * minuteMs);
  }
  return localTimes;
}

/** Whether any of the periods departs at this very instant. */
export function departsAt(periods: readonly Recurrence[], zone: string, instant: number): boolean {
  return localTimesMeaning(zone, instant).some((localTime) =>
    periods.some((period) => recursAt(period, localTime)),
  );
}
