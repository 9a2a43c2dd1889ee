import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, webhooks } from "@slipway/contracts";
import { type Consumer, eventOf } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { subscriptionRecord } from "./subscription.ts";

/** Ends a subscription: nothing is begun for it any more once this has answered. */
export async function deleteSubscription(
  deps: Deps,
  { caller }: Request,
  { id }: InputOf<typeof webhooks.deleteSubscription>,
): Promise<OutputOf<typeof webhooks.deleteSubscription>> {
  await deps.subscriptions.change(caller.tenantId, id, deps.clock(), (current, at) => ({
    remove: true,
    event: eventOf(caller, at.getTime(), {
      entityType: "webhookSubscription",
      entityId: id,
      verb: "delete",
      before: subscriptionRecord(current),
      after: null,
    }),
  }));
  return { deleted: true };
}

/** The relay's consumer that ends what was still to be delivered. Repeatable. */
export function endDeliveries({ deliveries }: Pick<Deps, "deliveries">): Consumer {
  return {
    name: "deliveries",
    wants: ({ fact }) => fact.action === "webhookSubscription.delete",
    async deliver(events) {
      for (const { fact } of events) await deliveries.failPending(fact.entityId);
    },
  };
}
