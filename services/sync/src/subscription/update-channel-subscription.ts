import type { Request } from "@slipway/broker";
import { type InputOf, type channelSubscriptions, channelOfKey } from "@slipway/contracts";
import { endpointChange, refuseHttp } from "@slipway/delivery";
import { eventOf } from "@slipway/events";
import type { Channel } from "../record/channel.ts";
import type { SubscriptionDeps } from "./deps.ts";
import { sealedHeaders } from "./create-channel-subscription.ts";
import { findSubscription } from "./find-subscription.ts";
import {
  type Subscription,
  type SubscriptionRecord,
  sealedFor,
  subscriptionRecord,
} from "../record/subscription.ts";

type UpdateChannelSubscriptionInput = InputOf<
  typeof channelSubscriptions.updateChannelSubscription
>;

/** Changes a subscription; a repeat changes nothing more. Refuses NOT_FOUND. */
export async function updateChannelSubscription(
  deps: SubscriptionDeps,
  request: Request,
  { id, ...input }: UpdateChannelSubscriptionInput,
): Promise<SubscriptionRecord> {
  const { caller } = request;
  const { channelConnectionId } = channelOfKey(request);
  refuseHttp("url", input.url, deps.config.delivery);
  const decide = (channel: Channel, at: Date) => {
    const current = findSubscription(channel, channelOfKey(request), id);
    const bound = sealedFor(channel, id);
    const set = changesOf(deps, current, { input, bound });
    if (Object.keys(set).length === 0) return null;
    const next = { ...current, ...set };
    const event = eventOf(caller, at.getTime(), {
      type: "channel.subscriptionUpdated",
      entityId: channel.id,
      before: subscriptionRecord(current),
      after: subscriptionRecord(next),
    });
    const subscriptions = channel.subscriptions.map((each) => (each.id === id ? next : each));
    return { set: { subscriptions }, event };
  };
  const { channels } = deps;
  const changed = await channels.change(caller.tenantId, channelConnectionId, deps.clock(), decide);
  return subscriptionRecord(findSubscription(changed, channelOfKey(request), id));
}

/** Only what differs from what is. */
function changesOf(
  deps: Pick<SubscriptionDeps, "sealer">,
  current: Subscription,
  { input, bound }: { input: Omit<UpdateChannelSubscriptionInput, "id">; bound: string },
): Partial<Subscription> {
  const { url, headers: asked, notificationTypes = current.notificationTypes } = input;
  const { headers, ...moved } = endpointChange(deps.sealer, current, {
    url,
    headers: asked,
    boundTo: bound,
  });
  return {
    ...moved,
    ...(headers && sealedHeaders(deps, headers, bound)),
    ...(String(notificationTypes) !== String(current.notificationTypes) && { notificationTypes }),
  };
}
