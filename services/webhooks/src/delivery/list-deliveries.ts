import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type webhooks, supplierOf } from "@slipway/contracts";
import { pageByIds, readIdCursor } from "@slipway/store";
import type { DeliveryDeps } from "./deps.ts";
import { deliveryRecord } from "../record/delivery.ts";

/** Deliveries to one subscription, newest first. */
export async function listDeliveries(
  deps: DeliveryDeps,
  { caller }: Request,
  { id, status, limit, cursor }: InputOf<typeof webhooks.listDeliveries>,
): Promise<OutputOf<typeof webhooks.listDeliveries>> {
  const after = readIdCursor(cursor);
  const { _id: subscriptionId } = await deps.subscriptions.require(caller.tenantId, id);
  const filter = { subscriptionId, status, after };
  const page = { limit, itemOf: deliveryRecord };
  return pageByIds(await deps.deliveries.list(caller.tenantId, filter, page));
}

/** Deliveries about one booking to the subscriptions that the caller reaches, newest first. */
export async function listBookingDeliveries(
  deps: DeliveryDeps,
  { caller: { tenantId, ...caller } }: Request,
  { bookingId, limit, cursor }: InputOf<typeof webhooks.listBookingDeliveries>,
): Promise<OutputOf<typeof webhooks.listBookingDeliveries>> {
  const after = readIdCursor(cursor);
  const supplierId = supplierOf(caller);
  const among =
    supplierId === undefined ? undefined : await deps.subscriptions.listIdsOf(tenantId, supplierId);
  const page = { limit, itemOf: deliveryRecord };
  return pageByIds(await deps.deliveries.list(tenantId, { bookingId, among, after }, page));
}
