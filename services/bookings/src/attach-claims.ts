import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import type { ClaimName } from "./booking.ts";

/** Tells capacity in bulk that claims are named by bookings, so that its recovery need not ask. */
export interface AttachQueue {
  add(tenantId: string, claims: readonly ClaimName[]): void;
  /** Resolves when nothing waits any more. */
  settle(): Promise<void>;
}

/** Recovery asks a minute after the claim: until then there is time to gather many. */
const gatherMs = 250;
const batchMax = 1_000;

/** Best effort: what is lost here, in a crash for example, recovery asks for. */
export function attachQueue(broker: ServiceBroker): AttachQueue {
  const waiting = new Map<string, string[]>();
  let flushing: Promise<void> | undefined;
  let hurry = (): void => {};

  async function flush(): Promise<void> {
    await new Promise<void>((resume) => {
      hurry = resume;
      setTimeout(resume, gatherMs).unref();
    });
    while (waiting.size > 0) {
      const batches = [...waiting].flatMap(([tenantId, claimIds]) => batchesOf(tenantId, claimIds));
      waiting.clear();
      await Promise.allSettled(
        batches.map(({ tenantId, claimIds }) =>
          call(ownRequest(broker, tenantId), resourcesCapacity.attachClaims, { claimIds }),
        ),
      );
    }
  }

  return {
    add(tenantId, claims) {
      if (claims.length === 0) return;
      const claimIds = waiting.get(tenantId) ?? [];
      waiting.set(tenantId, claimIds);
      for (const { claimId } of claims) claimIds.push(claimId);
      flushing ??= flush().finally(() => {
        flushing = undefined;
      });
    },
    async settle() {
      while (flushing) {
        hurry();
        await flushing;
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
