import { isDeepStrictEqual } from "node:util";
import { type Request, keysAfter, refuse } from "@slipway/broker";
import type { InputOf, orders } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { fieldsOfDetails } from "../record/details.ts";
import type { Order, OrderRecord } from "../record/order.ts";
import { orderChangeOf, orderRecordOf } from "../record/order-record.ts";
import type { OrderDeps } from "./deps.ts";
import { readOrder } from "./get-order.ts";

/**
 * Replaces the details that are named, in every status, if the caller's token is current. The token is used up even if no
 * field changes. A second call with the token is refused with VERSION_CONFLICT.
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
    if (changesTokenOnly(order, set)) return { set };
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

/** As of bookings: whether the change only uses the token up. */
function changesTokenOnly(order: Order, set: Partial<Order>): boolean {
  const shown = (each: Order) => orderRecordOf(each, [], 0);
  return isDeepStrictEqual(shown(order), shown({ ...order, ...set }));
}
