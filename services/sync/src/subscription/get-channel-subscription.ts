import type { Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type channelSubscriptions,
  channelOfKey,
} from "@slipway/contracts";
import type { Channel } from "../record/channel.ts";
import type { SubscriptionDeps } from "./deps.ts";
import { findSubscription } from "./find-subscription.ts";
import { type SubscriptionRecord, subscriptionRecord } from "../record/subscription.ts";

/** One subscription that a channel key of this channel and supplier has made. */
export async function getChannelSubscription(
  deps: SubscriptionDeps,
  request: Request,
  { id }: InputOf<typeof channelSubscriptions.getChannelSubscription>,
): Promise<SubscriptionRecord> {
  const channel = await requireChannel(deps, request);
  return subscriptionRecord(findSubscription(channel, channelOfKey(request), id));
}

/** All of them, the oldest first. */
export async function listChannelSubscriptions(
  deps: SubscriptionDeps,
  request: Request,
): Promise<OutputOf<typeof channelSubscriptions.listChannelSubscriptions>> {
  const { supplierId } = channelOfKey(request);
  const { subscriptions } = await requireChannel(deps, request);
  const own = subscriptions.filter((each) => each.supplierId === supplierId);
  return { items: own.map(subscriptionRecord) };
}

async function requireChannel({ channels }: SubscriptionDeps, request: Request): Promise<Channel> {
  const { channelConnectionId } = channelOfKey(request);
  return channels.require(request.caller.tenantId, channelConnectionId);
}
