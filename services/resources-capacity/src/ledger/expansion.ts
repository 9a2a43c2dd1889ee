/**
 * Expansions: places added for one departure alone. The usage of the claim that added them stores
 * them. They count for the whole departure, whatever its duration was at that time.
 */
import type { Counting, Expansion } from "./departure-usage.ts";
import type { DepartureWindows } from "./departure-index.ts";

export type Added = Pick<Expansion, "pool" | "beyondMax">;

/** Places that one claim added to a departure. */
export interface Expanded extends Expansion {
  readonly resourceId: string;
  /** Null: the audit log gets it of the booking's claim on the day on which the run ends, which adds the same. */
  readonly told?: null;
}

/** A departure's expansion of the resource's current epoch, summed over its windows. */
export function expansionOf(own: DepartureWindows | undefined, { epoch }: Counting): Added {
  let [pool, beyondMax] = [0, 0];
  for (const { use } of own?.windows ?? []) {
    // mark: expansion-epoch
    if (use.expansion?.epoch === epoch) {
      pool += use.expansion.pool;
      beyondMax += use.expansion.beyondMax;
    }
  }
  return { pool, beyondMax };
}

/** A usage's expansion after a claim adds to it; one of an older epoch is dropped. */
export function expandedBy(current: Expansion | undefined, brought: Expansion): Expansion {
  const { epoch, pool, beyondMax } = brought;
  if (current?.epoch !== epoch) return brought;
  return { epoch, pool: current.pool + pool, beyondMax: current.beyondMax + beyondMax };
}

/** A usage's expansion without what a claim added; undefined if it is of another epoch. */
export function reducedBy(
  current: Expansion | undefined,
  { epoch, pool, beyondMax }: Expansion,
): Expansion | undefined {
  if (current?.epoch !== epoch) return undefined;
  return {
    epoch,
    pool: Math.max(0, current.pool - pool),
    beyondMax: Math.max(0, current.beyondMax - beyondMax),
  };
}

/** The expansions of a claim that the audit log gets, by resource. */
export function reportedOf(expanded: readonly Expanded[]): (Added & { resourceId: string })[] {
  return expanded.flatMap(({ resourceId, pool, beyondMax, told }) =>
    told === null ? [] : [{ resourceId, pool, beyondMax }],
  );
}
