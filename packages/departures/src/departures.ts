import { type Recurrence, minuteOfDay, recursAt, recursOnDayOf } from "./recurrence.ts";
import { dayMs, minuteMs } from "./durations.ts";
import { instantOfWall, wallsMeaning } from "./zone.ts";

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
  const season = wordsOf(periods, zone);
  for (let month = Math.floor(from / monthMs); month * monthMs <= to; month++) {
    for (const instant of departuresOfMonth(periods, zone, { season, month })) {
      if (instant < from) continue;
      if (instant > to || found.length >= limit) return found;
      found.push(instant);
    }
  }
  return found;
}

/*
 * Everybody who looks at a season asks for the same months again. What a month comes to is kept
 * under what the periods say, so it can never be stale, whichever request changed them.
 */
const monthMs = 32 * dayMs;
const instantsMax = 2_000_000;
const seasons = new Map<string, Map<number, readonly number[]>>();
let instantsKept = 0;

function departuresOfMonth(
  periods: readonly Recurrence[],
  zone: string,
  { season, month }: { season: string; month: number },
): readonly number[] {
  const found = seasons.get(season)?.get(month);
  if (found) return found;
  const range = { from: month * monthMs, to: (month + 1) * monthMs - 1 };
  const departures = deriveDepartures(periods, zone, range);
  instantsKept += departures.length + 1;
  if (instantsKept > instantsMax) {
    seasons.clear();
    instantsKept = departures.length + 1;
  }
  const months = seasons.get(season) ?? new Map<number, readonly number[]>();
  seasons.set(season, months.set(month, departures));
  return departures;
}

/** By the array: who asks with the same one again has nothing put into words. */
const words = new WeakMap<readonly Recurrence[], { zone: string; season: string }>();

/** All that departures depend on. */
function wordsOf(periods: readonly Recurrence[], zone: string): string {
  const known = words.get(periods);
  if (known?.zone === zone) return known.season;
  const said = periods.map(({ startMonthDay, endMonthDay, weekdays, startTimes }) =>
    [startMonthDay, endMonthDay, weekdays.join(), startTimes.join()].join(" "),
  );
  const season = [zone, ...said].join("|");
  words.set(periods, { zone, season });
  return season;
}

function deriveDepartures(
  periods: readonly Recurrence[],
  zone: string,
  { from, to }: DepartureRange,
): number[] {
  const instants = new Set<number>();
  for (const period of periods) {
    for (const wall of wallsOf(period, { from, to })) {
      const instant = instantOfWall(zone, wall);
      if (instant >= from && instant <= to) instants.add(instant);
    }
  }
  return [...instants].toSorted((a, b) => a - b);
}

/** The period's wall times that can lie in [from, to] in any zone, and some before and after. */
function wallsOf(period: Recurrence, { from, to }: DepartureRange): number[] {
  const minutes = period.startTimes.map(minuteOfDay);
  const walls: number[] = [];
  // No offset reaches a day, so no local day lies further than that from the day of its instants.
  const firstDay = Math.floor(from / dayMs) - 1;
  const lastDay = Math.floor(to / dayMs) + 1;
  for (let day = firstDay; day <= lastDay; day++) {
    if (!recursOnDayOf(period, day * dayMs)) continue;
    for (const minute of minutes) walls.push(day * dayMs + minute * minuteMs);
  }
  return walls;
}

/** Whether the period departs at this very instant. */
export function givesInstant(period: Recurrence, zone: string, instant: number): boolean {
  return wallsMeaning(zone, instant).some((wall) => recursAt(period, wall));
}

/** Whether any of the periods departs at this very instant. */
export function departsAt(periods: readonly Recurrence[], zone: string, instant: number): boolean {
  return wallsMeaning(zone, instant).some((wall) =>
    periods.some((period) => recursAt(period, wall)),
  );
}
