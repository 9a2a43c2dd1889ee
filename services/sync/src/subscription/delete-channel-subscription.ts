import assert from "node:assert";
import type { Request } from "@slipway/broker";
import { type InputOf, type channelSubscriptions, channelOfKey } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { SubscriptionDeps } from "./deps.ts";
import { findSubscription } from "./find-subscription.ts";
import { type SubscriptionRecord, subscriptionRecord } from "../record/subscription.ts";

/** Ends a subscription, and answers what it was. Nothing more is sent but what is on its way. Repeated: NOT_FOUND. */
export async function deleteChannelSubscription(
  deps: SubscriptionDeps,
  request: Request,
  { id }: InputOf<typeof channelSubscriptions.deleteChannelSubscription>,
): Promise<SubscriptionRecord> {
  const { caller } = request;
  const key = channelOfKey(request);
  let ended: SubscriptionRecord | undefined;
  const { channelConnectionId: channelId } = key;
  await deps.channels.change(caller.tenantId, channelId, deps.clock(), (channel, at) => {
    const before = subscriptionRecord(findSubscription(channel, key, id));
    ended = before;
    const event = eventOf(caller, at.getTime(), {
      type: "channel.unsubscribed",
      entityId: channelId,
      before,
      after: null,
    });
    return {
      set: { subscriptions: channel.subscriptions.filter((each) => each.id !== id) },
      event,
    };
  });
  assert(ended, "the change has found it");
  return ended;
}
