import type { Request } from "@slipway/broker";
import type { TenantSlots } from "@slipway/jobs";
import { deliveryAttempted } from "@slipway/metrics";
import { answerMs, claimMs } from "../constants.ts";
import type { DeliveryDeps } from "./deps.ts";
import { countFailure } from "../record/disable-subscription.ts";
import { type Subscription, isFailing, sealedFor } from "../record/subscription.ts";
import { type Delivery, outcomeOf } from "../record/delivery.ts";

/** The slots that attempts of this subscription take. */
export function slotsOf({ slots }: DeliveryDeps, subscription: Subscription): TenantSlots {
  // mark: slots-of-endpoint
  return isFailing(subscription) ? slots.failing : slots.answering;
}

interface DueDelivery {
  readonly subscription: Subscription;
  readonly delivery: Delivery;
}

/** A success this long ago need not be written again. */
const successKnownMs = 60_000;

/** Makes one attempt and writes how it went; answers the delivery as it is then. */
export async function deliverOne(
  deps: DeliveryDeps,
  { subscription, delivery }: DueDelivery,
): Promise<Delivery> {
  const { clock, outbound, deliveries } = deps;
  const at = new Date(clock());
  const { tenantId } = subscription;
  const { statusCode, durationMs, error, retryInMs } = await outbound.deliver({
    tenantId,
    endpoint: subscription,
    boundTo: sealedFor(subscription),
    webhookId: delivery.webhookId,
    body: delivery.body,
    traceparent: delivery.traceparent,
    attempt: delivery.tries + 1,
  });
  const isSuccess = error === null;
  const sinceMs = delivery.tries === 0 ? at.getTime() - delivery.createdAt.getTime() : null;
  deliveryAttempted(error ?? "SUCCESS", sinceMs === null ? null : sinceMs / 1_000);
  const outcome = outcomeOf(delivery, { isSuccess, retryInMs }, clock());
  const attempt = { at, statusCode, durationMs, error };
  return deps.inTurn(tenantId, async () => {
    const recorded = await deliveries.record(delivery, attempt, outcome);
    if (!delivery.isTest) await count(deps, subscription, { isSuccess, statusCode });
    return recorded ?? delivery;
  });
}

async function count(
  deps: DeliveryDeps,
  subscription: Subscription,
  { isSuccess, statusCode }: { isSuccess: boolean; statusCode: number | null },
): Promise<void> {
  if (!isSuccess) return countFailure(deps, subscription, statusCode);
  const { _id, consecutiveFailures, failuresInRow, lastSuccessAt } = subscription;
  const now = deps.clock();
  const isKnown =
    consecutiveFailures === 0 &&
    failuresInRow === 0 &&
    now - (lastSuccessAt?.getTime() ?? 0) < successKnownMs;
  if (!isKnown) await deps.subscriptions.noteSuccess(_id, new Date(now));
}

/** Until when a delivery that a request attempts itself is left alone by the queue. */
export function claimedUntil(now: number): Date {
  return new Date(now + claimMs);
}

/** An attempt that a client waits for: the delivery after it, or as it is where that takes too long. */
export async function attemptNow(
  deps: DeliveryDeps,
  request: Request,
  due: DueDelivery,
): Promise<Delivery> {
  const answerAt = request.deadline - answerMs;
  const leftMs = (): number => Math.max(0, answerAt - Date.now());
  const { subscription, delivery } = due;
  // Should this process end here, or the tenant have no slot free, the queue makes the attempt.
  const release = await slotsOf(deps, subscription).wait(subscription.tenantId, leftMs());
  if (!release) return delivery;
  const attempt = readAgain(deps, due)
    .then((current) => (current ? deliverOne(deps, { subscription: current, delivery }) : delivery))
    .catch((error: unknown) => {
      deps.warn(`delivery ${delivery._id}: ${String(error)}`);
      return delivery;
    })
    .finally(release);
  const { promise: tooLong, resolve } = Promise.withResolvers<Delivery>();
  const timer = setTimeout(() => resolve(delivery), leftMs());
  return Promise.race([attempt, tooLong]).finally(() => clearTimeout(timer));
}

/**
 * The subscription after the wait for a slot; null where it receives no more. Race: it was deleted, disabled or given another
 * URL meanwhile, and that is answered. A test may have begun for a disabled one.
 */
async function readAgain(
  { subscriptions }: DeliveryDeps,
  { subscription: { tenantId, _id, status } }: DueDelivery,
): Promise<Subscription | null> {
  const current = await subscriptions.get(tenantId, _id);
  return current?.status === "ACTIVE" || status === "DISABLED" ? current : null;
}
