import { type Request, refuse } from "@slipway/broker";
import type { InputOf, webhooks } from "@slipway/contracts";
import type { DeliveryDeps } from "./deps.ts";
import { attemptNow, claimedUntil } from "./deliver-one.ts";
import { type Delivery, type DeliveryRecord, deliveryRecord } from "../record/delivery.ts";

/**
 * Makes one more attempt of a delivery that has ended, under the same id and with the same body. If two requests come
 * at once, one is refused: the write that makes it pending decides. A delivery that the schedule attempts later is
 * due now; the queue attempts it, and a repeat changes nothing.
 */
export async function resendDelivery(
  deps: DeliveryDeps,
  request: Request,
  { id }: InputOf<typeof webhooks.resendDelivery>,
): Promise<DeliveryRecord> {
  const { tenantId } = request.caller;
  const found = await deps.deliveries.get(tenantId, id);
  if (!found) throw refuse("NOT_FOUND");
  const subscription = await deps.subscriptions.get(tenantId, found.subscriptionId);
  if (subscription?.status !== "ACTIVE")
    throw refuse("INVALID_STATE", { detail: "The subscription is not active." });
  if (found.status === "PENDING" && !found.isSingle) return bringForward(deps, found);
  const delivery = await deps.deliveries.reopen(tenantId, id, claimedUntil(deps.clock()));
  if (!delivery)
    throw refuse("INVALID_STATE", { detail: "An attempt by request is still under way." });
  return deliveryRecord(await attemptNow(deps, request, { subscription, delivery }));
}

async function bringForward(deps: DeliveryDeps, found: Delivery): Promise<DeliveryRecord> {
  const { _id: id, tenantId } = found;
  const now = new Date(deps.clock());
  const due = await deps.deliveries.bringForward(tenantId, id, now);
  // Otherwise it is being attempted, or has just ended.
  if (due) deps.wake();
  return deliveryRecord(due ?? (await deps.deliveries.get(tenantId, id)) ?? found);
}
