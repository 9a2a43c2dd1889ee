import { refuse } from "@slipway/broker";
import type { ChannelOfKey } from "@slipway/contracts";
import type { Channel } from "../record/channel.ts";
import type { Subscription } from "../record/subscription.ts";

/** Finds a subscription that a key of this supplier has made. Refuses NOT_FOUND, also for one of another supplier. */
export function findSubscription(
  { subscriptions }: Pick<Channel, "subscriptions">,
  { supplierId }: ChannelOfKey,
  id: string,
): Subscription {
  const found = subscriptions.find((each) => each.id === id && each.supplierId === supplierId);
  if (!found) throw refuse("NOT_FOUND", { detail: "No subscription has this id" });
  return found;
}
