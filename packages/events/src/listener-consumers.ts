import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import {
  type CommittedEvent,
  channelEventTypes,
  sync,
  updateEventTypes,
  webhooks,
} from "@slipway/contracts";
import type { Consumer } from "@slipway/store";
import { messagesOf } from "./audit-consumer.ts";
import { isOfTypes, onBus } from "./typed-consumer.ts";

/** The consumer that sends the webhooks service the events that receivers hear of, for tenants with a subscription. */
export function webhooksConsumer(broker: ServiceBroker): Consumer {
  return {
    name: "webhooks",
    wants: isOfTypes(updateEventTypes),
    deliver: (events: CommittedEvent[]) => deliverTo(webhooks, broker, events),
  };
}

/** The consumer that sends the sync service the events that may concern channels, for tenants with a channel. */
export function syncConsumer(broker: ServiceBroker): Consumer {
  return {
    name: "sync",
    wants: isOfTypes(channelEventTypes),
    deliver: (events: CommittedEvent[]) => deliverTo(sync, broker, events),
  };
}

/**
 * Sends events to a service that tells a tenant's subscribers. One call asks for a whole batch which tenants have any, so
 * an event without a subscriber costs nothing more. A tenant that subscribes after the call receives later events alone.
 */
async function deliverTo(
  { listListeners, acceptChanges }: typeof sync | typeof webhooks,
  broker: ServiceBroker,
  events: readonly CommittedEvent[],
): Promise<void> {
  const asked = new Set(events.map(({ tenantId }) => tenantId));
  const request = ownRequest(broker, "-");
  const { tenantIds } = await call(request, listListeners, { tenantIds: [...asked] });
  const listening = new Set(tenantIds);
  const subscribed = events.filter(({ tenantId }) => listening.has(tenantId)).map(onBus);
  for (const message of messagesOf(subscribed))
    await call(ownRequest(broker, "-"), acceptChanges, { events: message });
}
