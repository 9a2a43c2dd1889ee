import { type Recurrence, minuteOfDay, recursAt, recursOnDayOf } from "./recurrence.ts";
import { dayMs, instantOfWall, minuteMs, wallsMeaning } from "./zone.ts";

/**
 * The instants (milliseconds, ascending, each once) at which the periods depart in [from, to].
 * Periods that overlap, or local times that a clock change maps to one instant, give one departure.
 */
export function departuresOf(
  periods: readonly Recurrence[],
  zone: string,
  { from, to }: { from: number; to: number },
): number[] {
  const instants = new Set<number>();
  // No offset reaches a day, so neither does a local day lie further from the day of its instants.
  const firstDay = Math.floor(from / dayMs) - 1;
  const lastDay = Math.floor(to / dayMs) + 1;
  for (const period of periods) {
    const minutes = period.startTimes.map(minuteOfDay);
    for (let day = firstDay; day <= lastDay; day++) {
      if (!recursOnDayOf(period, day * dayMs)) continue;
      for (const minute of minutes) {
        const instant = instantOfWall(zone, day * dayMs + minute * minuteMs);
        if (instant >= from && instant <= to) instants.add(instant);
      }
    }
  }
  return [...instants].sort((a, b) => a - b);
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
