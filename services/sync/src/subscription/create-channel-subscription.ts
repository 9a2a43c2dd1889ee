import { type Request, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  channelOfKey,
  channelSubscriptions,
} from "@slipway/contracts";
import { newSecret, refuseHttp } from "@slipway/delivery";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import type { SubscriptionDeps } from "./deps.ts";
import { type Subscription, sealedFor, subscriptionRecord } from "../record/subscription.ts";

const { subscriptionsMax } = channelSubscriptions;

/**
 * Subscribes the channel of the caller's key to its supplier's changes, with a secret that is answered this once. Every
 * call adds one. Refuses NOT_FOUND and QUOTA_EXCEEDED.
 */
export async function createChannelSubscription(
  deps: SubscriptionDeps,
  request: Request,
  input: InputOf<typeof channelSubscriptions.createChannelSubscription>,
): Promise<OutputOf<typeof channelSubscriptions.createChannelSubscription>> {
  const { caller } = request;
  const { tenantId } = caller;
  const { channelConnectionId, supplierId } = channelOfKey(request);
  const { url, notificationTypes, headers } = input;
  refuseHttp("url", url, deps.config.delivery);
  const now = deps.clock();
  const id = newId("sub", now);
  const bound = sealedFor({ tenantId, id: channelConnectionId }, id);
  const secret = newSecret();
  const made: Subscription = {
    id,
    supplierId,
    url,
    notificationTypes,
    ...sealedHeaders(deps, headers, bound),
    secret: deps.sealer.seal(secret, bound),
  };
  const record = subscriptionRecord(made);
  await deps.channels.change(tenantId, channelConnectionId, now, ({ subscriptions }, at) => {
    if (subscriptions.length >= subscriptionsMax)
      throw refuse("QUOTA_EXCEEDED", {
        detail: `a channel has at most ${subscriptionsMax} subscriptions`,
      });
    const event = eventOf(caller, at.getTime(), {
      type: "channel.subscribed",
      entityId: channelConnectionId,
      before: null,
      after: record,
    });
    return { set: { subscriptions: [...subscriptions, made] }, event };
  });
  return { ...record, secret };
}

export function sealedHeaders(
  { sealer }: Pick<SubscriptionDeps, "sealer">,
  headers: Readonly<Record<string, string>>,
  bound: string,
): Pick<Subscription, "headers" | "headerNames"> {
  return {
    headerNames: Object.keys(headers),
    headers: sealer.seal(JSON.stringify(headers), bound),
  };
}
