import { type Request, refuse } from "@slipway/broker";
import type { InputOf, webhooks } from "@slipway/contracts";
import type { DeliveryDeps } from "./deps.ts";
import { type DeliveryRecord, deliveryRecord } from "../record/delivery.ts";

/** One delivery, also of a subscription that is gone. */
export async function getDelivery(
  { deliveries }: DeliveryDeps,
  { caller }: Request,
  { id }: InputOf<typeof webhooks.getDelivery>,
): Promise<DeliveryRecord> {
  const found = await deliveries.get(caller.tenantId, id);
  if (!found) throw refuse("NOT_FOUND");
  return deliveryRecord(found);
}
