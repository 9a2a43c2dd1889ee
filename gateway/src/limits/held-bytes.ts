import { readAgedMs } from "../constants.ts";

/** Memory that answers to each tenant take, from the moment they are loaded until clients have them. */
export interface HeldBytes {
  /**
   * Takes room for so many bytes in the tenant's turn. What it returns says how many they are now; 0
   * gives the room back. Undefined, where a time is given: there was no room for so long.
   */
  take(tenantId: string, bytes: number, waitMsMax?: number): Promise<Hold | undefined>;
}

export type Hold = (bytes: number) => void;

interface Waiting {
  readonly bytes: number;
  readonly since: number;
  readonly begin: () => void;
}

interface Held {
  bytes: number;
  /** First come, first served, but for small ones that fit where the first does not yet. */
  readonly waiting: Set<Waiting>;
}

function hasAged({ since }: Waiting): boolean {
  return performance.now() - since >= readAgedMs;
}

/** @param bytesMax of a tenant. A single larger answer is let through alone. */
export function createHeldBytes(bytesMax: number): HeldBytes {
  const tenants = new Map<string, Held>();
  const hasRoom = ({ bytes: held }: Held, bytes: number): boolean =>
    held === 0 || held + bytes <= bytesMax;

  function beginNext(tenantId: string, held: Held): void {
    for (const next of held.waiting) {
      if (!hasRoom(held, next.bytes)) {
        if (hasAged(next)) return;
        continue;
      }
      held.waiting.delete(next);
      held.bytes += next.bytes;
      next.begin();
    }
    // A hold that gives its room back twice must not delete what the tenant has begun since.
    const isEmpty = held.bytes === 0 && held.waiting.size === 0;
    if (isEmpty && tenants.get(tenantId) === held) tenants.delete(tenantId);
  }

  return {
    async take(tenantId, bytes, waitMsMax) {
      const held = tenants.get(tenantId) ?? { bytes: 0, waiting: new Set<Waiting>() };
      tenants.set(tenantId, held);
      const [first] = held.waiting;
      const isPassing = first === undefined || !hasAged(first);
      if (isPassing && hasRoom(held, bytes)) held.bytes += bytes;
      else if (!(await waitFor(held, bytes, waitMsMax))) return undefined;
      let own = bytes;
      return (now) => {
        held.bytes += now - own;
        own = now;
        beginNext(tenantId, held);
      };
    },
  };
}

/** False: there was no room for too long. */
function waitFor(held: Held, bytes: number, waitMsMax: number | undefined): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const turn: Waiting = { bytes, since: performance.now(), begin: () => resolve(true) };
  held.waiting.add(turn);
  if (waitMsMax === undefined) return promise;
  const timer = setTimeout(() => resolve(!held.waiting.delete(turn)), waitMsMax);
  return promise.finally(() => clearTimeout(timer));
}
