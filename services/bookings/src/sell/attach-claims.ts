import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import type { ClaimName } from "../booking.ts";

/** Tells capacity in bulk that claims are named by bookings, so that its recovery need not ask. */
export interface AttachQueue {
  add(tenantId: string, claims: readonly ClaimName[]): void;
  /** Resolves when nothing waits any more. */
  settle(): Promise<void>;
}

/**
 * Capacity holds a claim's record back for a moment (its namingMsMax), so that one write says that it
 * is named: the booking's insert, this and the call have to fit in.
 */
const gatherMs = 40;
const batchMax = 1_000;

/** Best effort: what is lost here, in a crash for example, recovery asks for. */
export function attachQueue(broker: ServiceBroker): AttachQueue {
  const waiting = new Map<string, string[]>();
  const underWay = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const batches = [...waiting].flatMap(([tenantId, claimIds]) => batchesOf(tenantId, claimIds));
    waiting.clear();
    for (const { tenantId, claimIds } of batches) {
      const attaching = call(ownRequest(broker, tenantId), resourcesCapacity.attachClaims, {
        claimIds,
      }).catch(() => undefined);
      underWay.add(attaching);
      void attaching.finally(() => underWay.delete(attaching));
    }
  }

  return {
    add(tenantId, claims) {
      if (claims.length === 0) return;
      const claimIds = waiting.get(tenantId) ?? [];
      waiting.set(tenantId, claimIds);
      for (const { claimId } of claims) claimIds.push(claimId);
      timer ??= setTimeout(flush, gatherMs).unref();
    },
    async settle() {
      while (timer !== undefined || underWay.size > 0) {
        flush();
        await Promise.all(underWay);
      }
    },
  };
}

function batchesOf(
  tenantId: string,
  claimIds: readonly string[],
): { tenantId: string; claimIds: string[] }[] {
  const batches = [];
  for (let from = 0; from < claimIds.length; from += batchMax)
    batches.push({ tenantId, claimIds: claimIds.slice(from, from + batchMax) });
  return batches;
}
