import { ownRequest } from "@slipway/broker";
import { endOrder } from "../lifecycle/follow-order.ts";
import type { OrderDeps } from "./deps.ts";

const pageSize = 256;

/**
 * Writes EXPIRED into every open order past its end, and has its holds follow. Readers have counted it as expired since.
 * The next sweep repeats what fails.
 */
export async function expireOrders(deps: OrderDeps): Promise<number> {
  let expired = 0;
  for (const { _id, tenantId } of await deps.orders.listExpired(new Date(deps.clock()), pageSize))
    try {
      if (await endOrder(deps, ownRequest(deps.broker, tenantId), _id)) expired++;
    } catch (error) {
      deps.warn(`expiry of ${_id}: ${String(error)}`);
    }
  return expired;
}
