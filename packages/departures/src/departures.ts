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
  for (const period of periods) {
    for (const wall of wallsOf(period, { from, to })) {
      const instant = instantOfWall(zone, wall);
      if (instant >= from && instant <= to) instants.add(instant);
    }
  }
  return [...instants].toSorted((a, b) => a - b);
}

/** The period's wall times that can lie in [from, to] in any zone, and some before and after. */
function wallsOf(period: Recurrence, { from, to }: { from: number; to: number }): number[] {
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
