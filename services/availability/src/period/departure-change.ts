/** The departures that appear, vanish and stay when an option's periods change. */

interface DepartureChange {
  /** Instants in milliseconds, ascending. */
  readonly appear: readonly number[];
  readonly vanish: readonly number[];
  readonly stayCount: number;
}

/** Compares the departures before and after the change. */
export function departureChange(
  before: readonly number[],
  after: readonly number[],
): DepartureChange {
  const [old, next] = [new Set(before), new Set(after)];
  const ascending = (starts: ReadonlySet<number>): number[] =>
    [...starts].toSorted((a, b) => a - b);
  return {
    appear: ascending(next.difference(old)),
    vanish: ascending(old.difference(next)),
    stayCount: old.intersection(next).size,
  };
}
