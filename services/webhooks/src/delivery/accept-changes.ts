import { createHash } from "node:crypto";
import type { Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type UpdateEvent,
  readEvent,
  updateEventTypes,
  updateOf,
  type webhooks,
} from "@slipway/contracts";
import { idFloor } from "@slipway/store";
import type { DeliveryDeps } from "./deps.ts";
import { type Subscription, isReceiving } from "../record/subscription.ts";
import { type Delivery, deliveryOf } from "../record/delivery.ts";

/** Which of these tenants have a subscription, so that others' events are not sent here. */
export async function listListeners(
  { subscriptions }: DeliveryDeps,
  _request: Request,
  { tenantIds }: InputOf<typeof webhooks.listListeners>,
): Promise<OutputOf<typeof webhooks.listListeners>> {
  return { tenantIds: await subscriptions.listTenants(tenantIds) };
}

const insertMax = 1_000;

/**
 * Makes a delivery of each event for each subscription that receives it. Answers once they are in the
 * journal; repeated events change nothing.
 */
export async function acceptChanges(
  deps: DeliveryDeps,
  _request: Request,
  { events }: InputOf<typeof webhooks.acceptChanges>,
): Promise<OutputOf<typeof webhooks.acceptChanges>> {
  const tenantIds = [...new Set(events.map(({ tenantId }) => tenantId))];
  const listeners = Map.groupBy(
    await deps.subscriptions.listOf(tenantIds),
    ({ tenantId }) => tenantId,
  );
  const firstSeconds = deps.config.scheduleSeconds[0] ?? 0;
  const made = events.flatMap(({ traceparent, ...stored }) => {
    const event = readEvent(stored, updateEventTypes);
    const receivers = listeners.get(stored.tenantId) ?? [];
    return event ? deliveriesOf({ event, traceparent }, receivers, firstSeconds) : [];
  });
  if (made.length === 0) return {};
  for (let begin = 0; begin < made.length; begin += insertMax)
    await deps.deliveries.insert(made.slice(begin, begin + insertMax));
  deps.wake();
  return {};
}

interface TracedEvent {
  readonly event: UpdateEvent;
  readonly traceparent: string | undefined;
}

function deliveriesOf(
  { event, traceparent }: TracedEvent,
  subscriptions: readonly Subscription[],
  firstSeconds: number,
): Delivery[] {
  if (subscriptions.length === 0) return [];
  const update = updateOf(event);
  const madeAt = Date.parse(update.timestamp);
  const firstAttemptAt = new Date(madeAt + firstSeconds * 1_000);
  return subscriptions
    .filter((subscription) => isReceiving(subscription, update))
    .map((subscription) => {
      const mark = markOf(event.id, subscription._id, madeAt);
      return deliveryOf(subscription, update, { mark, firstAttemptAt, traceparent });
    });
}

/** Ordered by the time of the event, and the same whenever the event is repeated. */
function markOf(eventId: string, subscriptionId: string, madeAt: number): string {
  const digest = createHash("sha256").update(`${eventId} ${subscriptionId}`).digest("hex");
  return `${idFloor("", madeAt).slice(1)}7${digest.slice(0, 19)}`;
}
