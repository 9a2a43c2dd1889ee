import { createHash } from "node:crypto";
import type { Request } from "@slipway/broker";
import {
  type AuditFact,
  type InputOf,
  type OutputOf,
  bookingUpdateOf,
  type webhooks,
} from "@slipway/contracts";
import { idFloor } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { type Subscription, isTold } from "../subscription/subscription.ts";
import { type Delivery, deliveryOf } from "./delivery.ts";

/** Which of these tenants have a subscription, so that the others' changes need not be sent here. */
export async function listListeners(
  { subscriptions }: Deps,
  _request: Request,
  { tenantIds }: InputOf<typeof webhooks.listListeners>,
): Promise<OutputOf<typeof webhooks.listListeners>> {
  return { tenantIds: await subscriptions.listTenants(tenantIds) };
}

const insertMax = 1_000;

/**
 * Makes a delivery of each change for each subscription that listens to it. Answers once they are in
 * the journal; those that were told before change nothing.
 */
export async function acceptChanges(
  deps: Deps,
  _request: Request,
  { facts }: InputOf<typeof webhooks.acceptChanges>,
): Promise<OutputOf<typeof webhooks.acceptChanges>> {
  const tenantIds = [...new Set(facts.map(({ tenantId }) => tenantId))];
  const listeners = Map.groupBy(
    await deps.subscriptions.listOf(tenantIds),
    ({ tenantId }) => tenantId,
  );
  const made = facts.flatMap((fact) =>
    deliveriesOf(fact, listeners.get(fact.tenantId) ?? [], deps.config.scheduleSeconds[0] ?? 0),
  );
  if (made.length === 0) return {};
  for (let begin = 0; begin < made.length; begin += insertMax)
    await deps.deliveries.insert(made.slice(begin, begin + insertMax));
  // After the deliveries: a replica that sees the mark finds them.
  const told = [...new Set(made.map(({ subscriptionId }) => subscriptionId))];
  const [first] = made;
  await deps.due.markDue(told, first?.nextAttemptAt ?? new Date(deps.clock()));
  deps.wake(told);
  return {};
}

function deliveriesOf(
  fact: AuditFact,
  subscriptions: readonly Subscription[],
  firstSeconds: number,
): Delivery[] {
  const update = subscriptions.length === 0 ? null : bookingUpdateOf(fact);
  if (!update) return [];
  const madeAt = Date.parse(update.timestamp);
  const firstAttemptAt = new Date(madeAt + firstSeconds * 1_000);
  return subscriptions
    .filter((subscription) => isTold(subscription, update))
    .map((subscription) => {
      const mark = markOf(fact.id, subscription._id, madeAt);
      return deliveryOf(subscription, update, { mark, firstAttemptAt });
    });
}

/** Ordered by the change's time, and the same whenever the change is told. */
function markOf(factId: string, subscriptionId: string, madeAt: number): string {
  const digest = createHash("sha256").update(`${factId} ${subscriptionId}`).digest("hex");
  return `${idFloor("", madeAt).slice(1)}7${digest.slice(0, 19)}`;
}
