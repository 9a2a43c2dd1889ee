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
  /**
   * What the audit log gets, where that differs from `pool` and `beyondMax`. It is the larger of two days'
   * expansions, or null if the booking's claim on the second day reports it.
   */
  readonly told?: Added | null;
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

/**
 * Makes the audit log get one report for a departure that crosses a day boundary, where a booking has
 * a claim in each of two ledgers. The claim on the second day reports the larger of both expansions:
 * at no instant was more missing than that.
 * @param earlier what the claim on the first day added.
 */
export function reportedOnce(
  brought: readonly Expanded[],
  { earlier, isLast }: { earlier: readonly Expanded[]; isLast: boolean },
): readonly Expanded[] {
  if (!isLast) return brought.map((each) => ({ ...each, told: null }));
  if (earlier.length === 0) return brought;
  const own = new Map(brought.map((each) => [each.resourceId, each]));
  const before = new Map(earlier.map((each) => [each.resourceId, each]));
  return [...new Set([...own.keys(), ...before.keys()])].map((resourceId) => {
    const [here, there] = [own.get(resourceId), before.get(resourceId)];
    const epoch = here?.epoch ?? there?.epoch ?? 0;
    const [pool, beyondMax] = [here?.pool ?? 0, here?.beyondMax ?? 0];
    const reported = {
      pool: Math.max(pool, there?.pool ?? 0),
      beyondMax: Math.max(beyondMax, there?.beyondMax ?? 0),
    };
    return { resourceId, epoch, pool, beyondMax, told: reported };
  });
}

/** What the audit log gets of a claim's expansions, by resource. */
export function reportedOf(expanded: readonly Expanded[]): (Added & { resourceId: string })[] {
  return expanded.flatMap(
    ({ resourceId, pool, beyondMax, told: reported = { pool, beyondMax } }) =>
      reported === null ? [] : [{ resourceId, ...reported }],
  );
}
