import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, webhooks } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { SubscriptionDeps } from "./deps.ts";
import { subscriptionRecord } from "../record/subscription.ts";

/** Ends a subscription: nothing is begun for it any more once this has answered. */
export async function deleteSubscription(
  deps: SubscriptionDeps,
  { caller }: Request,
  { id }: InputOf<typeof webhooks.deleteSubscription>,
): Promise<OutputOf<typeof webhooks.deleteSubscription>> {
  await deps.subscriptions.change(caller.tenantId, id, deps.clock(), (current, at) => ({
    remove: true,
    event: eventOf(caller, at.getTime(), {
      type: "webhookSubscription.deleted",
      entityId: id,
      before: subscriptionRecord(current),
      after: null,
    }),
  }));
  return { deleted: true };
}
