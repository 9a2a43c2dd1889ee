import { byPrecedence } from "./precedence.ts";
import { type Recurrence, recurrencesAt, recursOnDayOf } from "./recurrence.ts";
import { localTimeOf, localTimesMeaning } from "./zone.ts";

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
  const localTimes = localTimesMeaning(zone, instant);
  const giving = localTimes.flatMap((localTime) => recurrencesAt(ordered, localTime));
  if (giving.length > 0 || !manual)
    return localTimes.length > 1 ? ordered.filter((period) => giving.includes(period)) : giving;
  const localTime = localTimeOf(zone, instant);
  return ordered.filter((period) => recursOnDayOf(period, localTime));
}
