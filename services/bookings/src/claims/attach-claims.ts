import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { partsOf, resourcesCapacity } from "@slipway/contracts";
import { inSpan } from "@slipway/telemetry";
import { attachGatherMs, attachedAtOnce } from "../constants.ts";
import type { ClaimName } from "../record/booking.ts";

/** Best effort: recovery asks about every claim that a crash loses here. */
export function attachQueue(broker: ServiceBroker) {
  const waiting = new Map<string, string[]>();
  const underWay = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const batches = [...waiting].flatMap(([tenantId, noted]) =>
      partsOf(noted, attachedAtOnce).map((claimIds) => ({ tenantId, claimIds })),
    );
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
    add(tenantId: string, claims: readonly ClaimName[]) {
      if (claims.length === 0) return;
      const claimIds = waiting.get(tenantId) ?? [];
      waiting.set(tenantId, claimIds);
      for (const { claimId } of claims) claimIds.push(claimId);
      timer ??= inSpan(undefined, () => setTimeout(flush, attachGatherMs).unref());
    },
    /** Resolves when no claim waits and no call is under way. */
    async settle() {
      while (timer !== undefined || underWay.size > 0) {
        flush();
        await Promise.all(underWay);
      }
    },
  };
}

/** Reports to capacity in batches which claims bookings name, so that its recovery need not ask. */
export type AttachQueue = ReturnType<typeof attachQueue>;
