import { type Request, keysAfter, refuse } from "@slipway/broker";
import type { InputOf, orders } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { fieldsOfDetails } from "../record/details.ts";
import type { Order, OrderRecord } from "../record/order.ts";
import { orderChangeOf } from "../record/order-record.ts";
import type { OrderDeps } from "./deps.ts";
import { readOrder } from "./get-order.ts";

/**
 * Replaces the details that are named, in every status, if the caller's token is current. A second call with the token is
 * refused with VERSION_CONFLICT.
 */
export async function updateOrder(
  deps: OrderDeps,
  request: Request,
  { id, expectedUpdatedAt, ...details }: InputOf<typeof orders.updateOrder>,
): Promise<OrderRecord> {
  const { caller, repeat } = request;
  const { tenantId } = caller;
  const asked = { request, now: deps.clock() };
  await deps.orders.changeOnce(tenantId, id, asked, (order, updatedAt) => {
    const token = order.updatedAt.toISOString();
    if (token !== expectedUpdatedAt) throw refuse("VERSION_CONFLICT", { updatedAt: token });
    const set: Partial<Order> = {
      ...(fieldsOfDetails(details) as Partial<Order>),
      ...(repeat && keysAfter(repeat, order.usedKeys, updatedAt.getTime())),
    };
    const event = eventOf(caller, updatedAt.getTime(), {
      type: "order.updated",
      entityId: id,
      before: orderChangeOf(order),
      after: orderChangeOf({ ...order, ...set, updatedAt }),
    });
    return { set, event };
  });
  return readOrder(deps, tenantId, id);
}
