/** Which of several pricing periods counts. The operators' console uses the same rule. */
import { type Recurrence, daysInLeapYear } from "./recurrence.ts";

export { dayOfLeapYear } from "./recurrence.ts";

/** The reason why one of two periods counts. */
type Reason = "range" | "weekdays" | "window" | "place";

/** Sorted lists, by the identity of the unsorted list: one list prices the departures of a year. */
const precedence = new WeakMap<readonly Recurrence[], readonly Recurrence[]>();

/** The narrowest date range is first, then the fewest weekdays, then one with a window, then the later in the list. */
export function byPrecedence<Period extends Recurrence>(
  periods: readonly Period[],
): readonly Period[] {
  const known = precedence.get(periods);
  if (known) return known as readonly Period[];
  // The sort is stable: of equals the one that came later in the list stays before the earlier.
  const ordered = periods
    .toReversed()
    .toSorted((a, b) => byRange(a, b) || byWeekdays(a, b) || byWindow(a, b));
  precedence.set(periods, ordered);
  return ordered;
}

/** Why a period counts before another one, which `byPrecedence` has behind it. */
export function reasonBefore(first: Recurrence, second: Recurrence): Reason {
  if (byRange(first, second) !== 0) return "range";
  if (byWeekdays(first, second) !== 0) return "weekdays";
  return byWindow(first, second) === 0 ? "place" : "window";
}

function byRange(a: Recurrence, b: Recurrence): number {
  return daysInLeapYear(a) - daysInLeapYear(b);
}

function byWeekdays(a: Recurrence, b: Recurrence): number {
  return new Set(a.weekdays).size - new Set(b.weekdays).size;
}

/** Next year's prices stand beside those of every year, and count before them. */
function byWindow(a: Recurrence, b: Recurrence): number {
  return Number(hasWindow(b)) - Number(hasWindow(a));
}

function hasWindow({ validFrom, validUntil }: Recurrence): boolean {
  return Boolean(validFrom ?? validUntil);
}
