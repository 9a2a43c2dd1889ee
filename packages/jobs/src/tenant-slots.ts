/** Gives a slot back. A second call does nothing. */
export type Release = () => void;

type Give = (release: Release) => void;

/**
 * A tenant may take a slot while it holds fewer than are free (dynamic threshold). One tenant alone
 * so gets half of the slots, two get a third each, and the next one finds as many free as each of
 * them holds. Tenants that wait are served round robin.
 */
export function tenantSlots(slotsMax: number) {
  /** The tenant whose turn is next comes first. */
  const waiting = new Map<string, Set<Give>>();
  const shares = sharesOf(slotsMax, serve);

  function serve(): void {
    // A tenant that is set again comes last, and is met again by this very loop.
    for (const [tenantId, gives] of waiting) {
      const [give] = gives;
      if (!give || !shares.mayTake(tenantId)) continue;
      waiting.delete(tenantId);
      gives.delete(give);
      if (gives.size > 0) waiting.set(tenantId, gives);
      give(shares.hold(tenantId));
    }
  }

  function forget(tenantId: string, give: Give): void {
    const gives = waiting.get(tenantId);
    gives?.delete(give);
    if (gives?.size === 0) waiting.delete(tenantId);
  }

  /** A slot when the tenant's turn comes; undefined where it does not come within this time. */
  function wait(tenantId: string, milliseconds: number): Promise<Release | undefined> {
    const { promise, resolve } = Promise.withResolvers<Release | undefined>();
    const timer = setTimeout(() => {
      forget(tenantId, give);
      resolve(undefined);
    }, milliseconds).unref();
    const give: Give = (release) => {
      clearTimeout(timer);
      resolve(release);
    };
    waiting.set(tenantId, (waiting.get(tenantId) ?? new Set()).add(give));
    serve();
    return promise;
  }

  return {
    /** A slot, if the tenant may have one now. */
    take: (tenantId: string) => (shares.mayTake(tenantId) ? shares.hold(tenantId) : undefined),
    wait,
    mayTake: shares.mayTake,
    hasFree: shares.hasFree,
    full: shares.full,
  };
}

/** The places for work that a process does at the same time, shared by tenant. */
export type TenantSlots = ReturnType<typeof tenantSlots>;

/** The number of slots that each tenant holds. */
function sharesOf(slotsMax: number, onReleased: () => void) {
  const held = new Map<string, number>();
  let free = slotsMax;
  /** Whether the tenant may have a slot now. */
  const mayTake = (tenantId: string): boolean => (held.get(tenantId) ?? 0) < free;
  return {
    mayTake,
    hasFree: () => free > 0,
    /** The tenants that hold slots and may have no further one now. */
    full: () => [...held.keys()].filter((tenantId) => !mayTake(tenantId)),
    hold(tenantId: string): Release {
      let isHeld = true;
      free--;
      held.set(tenantId, (held.get(tenantId) ?? 0) + 1);
      return () => {
        if (!isHeld) return;
        isHeld = false;
        free++;
        const left = (held.get(tenantId) ?? 1) - 1;
        if (left === 0) held.delete(tenantId);
        else held.set(tenantId, left);
        onReleased();
      };
    },
  };
}
