import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, webhooks } from "@slipway/contracts";
import { pageByIds, readIdCursor } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { requireSubscription } from "../subscription/get-subscription.ts";
import { deliveryRecord } from "./delivery.ts";

/** Deliveries to one subscription, newest first. */
export async function listDeliveries(
  deps: Deps,
  { caller }: Request,
  { id, status, limit, cursor }: InputOf<typeof webhooks.listDeliveries>,
): Promise<OutputOf<typeof webhooks.listDeliveries>> {
  const after = readIdCursor(cursor);
  const { _id: subscriptionId } = await requireSubscription(deps, caller.tenantId, id);
  const filter = { subscriptionId, status, after };
  const page = { limit, itemOf: deliveryRecord };
  return pageByIds(await deps.deliveries.list(caller.tenantId, filter, page));
}
