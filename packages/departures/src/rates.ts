import { type Recurrence, daysInLeapYear, recursAt, recursOnDayOf } from "./recurrence.ts";
import { wallOf, wallsMeaning } from "./zone.ts";

/**
 * The pricing periods that price a departure, the first of them before the next: those that give
 * its very instant; the narrowest date range first, then the fewest weekdays, then the later in
 * the list. A manual departure whose time none of them names takes those of its local day.
 */
export function ratesOf<Period extends Recurrence>(
  periods: readonly Period[],
  zone: string,
  departure: { instant: number; manual: boolean },
): Period[] {
  const { instant, manual } = departure;
  const walls = wallsMeaning(zone, instant);
  const giving = periods.filter((period) => walls.some((wall) => recursAt(period, wall)));
  if (giving.length > 0 || !manual) return byPrecedence(giving);
  const wall = wallOf(zone, instant);
  return byPrecedence(periods.filter((period) => recursOnDayOf(period, wall)));
}

function byPrecedence<Period extends Recurrence>(periods: readonly Period[]): Period[] {
  // The sort is stable: of equals the one that came later in the list stays before the earlier.
  return periods
    .toReversed()
    .toSorted(
      (a, b) =>
        daysInLeapYear(a) - daysInLeapYear(b) ||
        new Set(a.weekdays).size - new Set(b.weekdays).size,
    );
}
