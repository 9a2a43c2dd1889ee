import assert from "node:assert";
import { type Request, refuse } from "@slipway/broker";
import { type ChannelOfKey, channelOf } from "@slipway/contracts";
import type { Channel } from "../channel/channel.ts";
import type { Subscription } from "./subscription.ts";

/** The channel of the caller's key. The gateway lets no other caller reach the actions of channel keys. */
export function channelOfKey({ caller }: Pick<Request, "caller">): ChannelOfKey {
  const channel = channelOf(caller);
  assert(channel, "the caller has a channel key");
  return channel;
}

/** One that a key of this supplier has made. Refuses NOT_FOUND, also for one of another supplier. */
export function findSubscription(
  { subscriptions }: Pick<Channel, "subscriptions">,
  { supplierId }: ChannelOfKey,
  id: string,
): Subscription {
  const found = subscriptions.find((each) => each.id === id && each.supplierId === supplierId);
  if (!found) throw refuse("NOT_FOUND", { detail: "No subscription has this id" });
  return found;
}
