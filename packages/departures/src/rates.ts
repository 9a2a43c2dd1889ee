import { byPrecedence } from "./precedence.ts";
import { type Recurrence, recurrencesAt, recursOnDayOf } from "./recurrence.ts";
import { wallOf, wallsMeaning } from "./zone.ts";

/**
 * The pricing periods that price a departure, the first of them before the next. They are those that give its very
 * instant. A manual departure
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
