import { type Recurrence, daysInLeapYear, recurrencesAt, recursOnDayOf } from "./recurrence.ts";
import { wallOf, wallsMeaning } from "./zone.ts";

/**
 * The pricing periods that price a departure, the first of them before the next. They are those that give its very
 * instant. The narrowest date range is first, then the fewest weekdays, then the later in the list. A manual departure
 * whose time none of them names takes those of its local day.
 */
export function ratesOf<Period extends Recurrence>(
  periods: readonly Period[],
  zone: string,
  departure: { instant: number; manual: boolean },
): Period[] {
  const { instant, manual } = departure;
  const ordered = byPrecedence(periods);
  const walls = wallsMeaning(zone, instant);
  const giving = walls.flatMap((wall) => recurrencesAt(ordered, wall));
  if (giving.length > 0 || !manual)
    return walls.length > 1 ? ordered.filter((period) => giving.includes(period)) : giving;
  const wall = wallOf(zone, instant);
  return ordered.filter((period) => recursOnDayOf(period, wall));
}

/** By the list itself: the departures of a year are priced by one list. */
const precedence = new WeakMap<readonly Recurrence[], readonly Recurrence[]>();

function byPrecedence<Period extends Recurrence>(periods: readonly Period[]): readonly Period[] {
  const known = precedence.get(periods);
  if (known) return known as readonly Period[];
  // The sort is stable: of equals the one that came later in the list stays before the earlier.
  const ordered = periods
    .toReversed()
    .toSorted(
      (a, b) =>
        daysInLeapYear(a) - daysInLeapYear(b) ||
        new Set(a.weekdays).size - new Set(b.weekdays).size,
    );
  precedence.set(periods, ordered);
  return ordered;
}
