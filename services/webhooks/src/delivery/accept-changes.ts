import { createHash } from "node:crypto";
import type { Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  partsOf,
  readEvent,
  updateEventTypes,
  updateOf,
  type webhooks,
} from "@slipway/contracts";
import { idFloor } from "@slipway/store";
import type { DeliveryDeps } from "./deps.ts";
import { type Message, type Subscription, isReceiving } from "../record/subscription.ts";
import { type Delivery, deliveryOf, messageOf } from "../record/delivery.ts";

/** Which of these tenants have a subscription, so that others' events are not sent here. */
export async function listListeners(
  { subscriptions }: DeliveryDeps,
  _request: Request,
  { tenantIds, types }: InputOf<typeof webhooks.listListeners>,
): Promise<OutputOf<typeof webhooks.listListeners>> {
  return { tenantIds: await subscriptions.listTenants(tenantIds, types) };
}

const insertMax = 1_000;

/** Makes a delivery of each event for each subscription that takes it. Answers once the journal has them. Repeatable. */
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
  const made = events.flatMap(({ traceparent, ...stored }) => {
    const event = readEvent(stored, updateEventTypes);
    const receivers = listeners.get(stored.tenantId) ?? [];
    if (!event || receivers.length === 0) return [];
    const message = messageOf(updateOf(event));
    return deliveriesOf(deps, receivers, { id: event.id, message, traceparent });
  });
  await insert(deps, made);
  return {};
}

/** The same of a message that another service has made of many changes. */
export async function acceptUpdate(
  deps: DeliveryDeps,
  { caller: { tenantId } }: Request,
  { id, ...update }: InputOf<typeof webhooks.acceptUpdate>,
): Promise<OutputOf<typeof webhooks.acceptUpdate>> {
  const receivers = await deps.subscriptions.listOf([tenantId]);
  const message = { ...update, action: "UPDATED", isTest: false };
  await insert(deps, deliveriesOf(deps, receivers, { id, message }));
  return {};
}

async function insert(
  { deliveries, wake }: DeliveryDeps,
  made: readonly Delivery[],
): Promise<void> {
  if (made.length === 0) return;
  for (const some of partsOf(made, insertMax)) await deliveries.insert(some);
  wake();
}

interface Made {
  /** The id of the event, the same whenever it comes. */
  readonly id: string;
  readonly message: Message;
  readonly traceparent?: string | undefined;
}

function deliveriesOf(
  { config }: DeliveryDeps,
  subscriptions: readonly Subscription[],
  { id, message, traceparent }: Made,
): Delivery[] {
  const madeAt = Date.parse(message.timestamp);
  const firstAttemptAt = new Date(madeAt + (config.scheduleSeconds[0] ?? 0) * 1_000);
  return subscriptions
    .filter((subscription) => isReceiving(subscription, message))
    .map((subscription) => {
      const mark = markOf(id, subscription._id, madeAt);
      return deliveryOf(subscription, message, { mark, firstAttemptAt, traceparent });
    });
}

/** Ordered by the time of the event, and the same whenever the event is repeated. */
function markOf(eventId: string, subscriptionId: string, madeAt: number): string {
  const digest = createHash("sha256").update(`${eventId} ${subscriptionId}`).digest("hex");
  return `${idFloor("", madeAt).slice(1)}7${digest.slice(0, 19)}`;
}
