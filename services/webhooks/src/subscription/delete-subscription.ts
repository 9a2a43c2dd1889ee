import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, webhooks } from "@slipway/contracts";
import type { SubscriptionDeps } from "./deps.ts";

/** Ends a subscription: nothing is begun for it any more once this has answered. */
export async function deleteSubscription(
  deps: SubscriptionDeps,
  { caller }: Request,
  { id }: InputOf<typeof webhooks.deleteSubscription>,
): Promise<OutputOf<typeof webhooks.deleteSubscription>> {
  await deps.subscriptions.changeBy(caller, id, deps.clock(), () => ({
    remove: true,
    type: "webhookSubscription.deleted",
  }));
  return { deleted: true };
}
