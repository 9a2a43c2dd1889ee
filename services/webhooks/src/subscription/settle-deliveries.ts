import { consumerOf } from "@slipway/events";
import type { Consumer } from "@slipway/store";
import type { SubscriptionDeps } from "./deps.ts";

/**
 * The consumer that ends the pending deliveries of a deleted subscription, and has those of one that is active again
 * attempted. Repeatable: what it resumes for a subscription that was disabled since is parked again.
 */
export function settleDeliveries({
  deliveries,
  clock,
  wake,
}: Pick<SubscriptionDeps, "deliveries" | "clock" | "wake">): Consumer {
  return consumerOf({
    name: "deliveries",
    types: ["webhookSubscription.deleted", "webhookSubscription.updated"],
    async deliver(events) {
      for (const { type, entityId } of events)
        if (type === "webhookSubscription.deleted") await deliveries.failPending(entityId);
        else if (await deliveries.resume(entityId, new Date(clock()))) wake();
    },
  });
}
