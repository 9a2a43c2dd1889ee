import { type Recurrence, minutesOnDayOf, recurrencesAt, validIn } from "./recurrence.ts";
import { dayMs, minuteMs } from "./durations.ts";
import { cachedMonth, monthMs } from "./month-cache.ts";
import { instantOfLocalTime, localTimesMeaning } from "./zone.ts";

interface DepartureRange {
  /** Milliseconds, both ends included. */
  readonly from: number;
  readonly to: number;
  /** The first so many of them; without it all. */
  readonly limit?: number;
}

const firstDeparture = Date.parse("0001-01-01T00:00:00.000Z");
const lastDeparture = Date.parse("9998-12-31T23:59:59.999Z");

/**
 * Whether a departure may start at this instant: in the years 1 to 9998 of UTC. So no zone, cutoff or duration shifts one of
 * its times out of the years that a date-time can name.
 */
export function isDepartureTime(instant: number): boolean {
  return firstDeparture <= instant && instant <= lastDeparture;
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
  const schedule = { periods, zone };
  for (let month = Math.floor(from / monthMs); month * monthMs <= to; month++) {
    const range = { from: month * monthMs, to: (month + 1) * monthMs - 1 };
    const derive = (): Float64Array => deriveDepartures(periods, zone, range);
    for (const instant of cachedMonth(schedule, month, derive)) {
      if (instant < from) continue;
      if (instant > to || found.length >= limit) return found;
      found.push(instant);
    }
  }
  return found;
}

function deriveDepartures(
  periods: readonly Recurrence[],
  zone: string,
  { from, to }: DepartureRange,
): Float64Array {
  const instants = new Set<number>();
  // mark: instants-of-month
  for (const localTime of localTimesOf(periods, { from, to })) {
    const instant = instantOfLocalTime(zone, localTime);
    if (instant >= from && instant <= to && isDepartureTime(instant)) instants.add(instant);
  }
  return Float64Array.from(instants).toSorted();
}

const minutesOfDay = dayMs / minuteMs;

/**
 * The periods' local times that can lie in [from, to] in any zone, and some before and after. Each minute of a day
 * comes once, however many periods have it: so the cost of a day is bounded.
 */
function localTimesOf(periods: readonly Recurrence[], { from, to }: DepartureRange): number[] {
  const localTimes: number[] = [];
  const isDeparture = new Uint8Array(minutesOfDay);
  // No offset reaches a day, so no local day lies further than that from the day of its instants.
  const firstDay = Math.floor(from / dayMs) - 1;
  const lastDay = Math.floor(to / dayMs) + 1;
  const valid = validIn(periods, { firstDay, lastDay });
  for (let day = firstDay; day <= lastDay; day++) {
    isDeparture.fill(0);
    for (const period of valid) {
      const minutes = minutesOnDayOf(period, day * dayMs);
      // By its index: with 288 times in each of 200 periods it takes a quarter of the time.
      for (let at = 0; at < minutes.length; at++) isDeparture[minutes[at] as number] = 1;
    }
    for (let minute = 0; minute < minutesOfDay; minute++)
      if (isDeparture[minute]) localTimes.push(day * dayMs + minute * minuteMs);
  }
  return localTimes;
}

/** Whether any of the periods departs at this very instant. */
export function departsAt(periods: readonly Recurrence[], zone: string, instant: number): boolean {
  const localTimes = isDepartureTime(instant) ? localTimesMeaning(zone, instant) : [];
  return localTimes.some((localTime) => recurrencesAt(periods, localTime).length > 0);
}
