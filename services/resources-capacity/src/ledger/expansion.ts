/**
 * Places added for one departure alone. They stand in the line of the claim that brought them and
 * count for the departure in all its lines, whatever its duration was when they were added.
 */
import type { Counting, Expansion } from "./line.ts";
import type { DepartureUse } from "./line-index.ts";

export type Added = Pick<Expansion, "pool" | "beyondMax">;

/** What a claim has brought. */
export interface Expanded extends Expansion {
  readonly resourceId: string;
  /**
   * What is told of it, unless it is just that: with what the booking's claim on the departure's
   * first day brought, or null where the claim on the second day tells it.
   */
  readonly told?: Added | null;
}

/** By how much a departure's pool is larger than the resource, as far as it still counts. */
export function expansionOf(own: DepartureUse | undefined, { epoch }: Counting): Added {
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

/** A line's expansion with what a claim brings; one of an older epoch counts no more. */
export function expandedBy(current: Expansion | undefined, brought: Expansion): Expansion {
  const { epoch, pool, beyondMax } = brought;
  if (current?.epoch !== epoch) return brought;
  return { epoch, pool: current.pool + pool, beyondMax: current.beyondMax + beyondMax };
}

/** A line's expansion without what a claim brought; undefined where it is of another epoch. */
export function lessenedBy(
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
 * Who tells what a booking's claims brought to a departure that two days hold: the one on the second
 * day, for both, so that it is told once whichever of the days lacked room. More than the larger
 * of the two was missing at no instant.
 * @param earlier what the claim on the first day brought.
 */
export function toldOnce(
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
    const told = {
      pool: Math.max(pool, there?.pool ?? 0),
      beyondMax: Math.max(beyondMax, there?.beyondMax ?? 0),
    };
    return { resourceId, epoch, pool, beyondMax, told };
  });
}

/** What is told of the expansions that a claim brought, by resource. */
export function toldOf(expanded: readonly Expanded[]): (Added & { resourceId: string })[] {
  return expanded.flatMap(({ resourceId, pool, beyondMax, told = { pool, beyondMax } }) =>
    told === null ? [] : [{ resourceId, ...told }],
  );
}
