import { ownRequest } from "@slipway/broker";
import { consumerOf, deliverEach } from "@slipway/events";
import type { Consumer, Undelivered } from "@slipway/store";
import { followOrder } from "../lifecycle/follow-order.ts";
import { followingOf } from "../record/order.ts";
import { redateDelivered } from "../record/repair-late-insert.ts";
import type { OrderDeps } from "./deps.ts";

/**
 * The consumer by which bookings follow a decided order after a crash or an outage. It dates a new order anew whose insert was
 * late, for readers of the change feed. Repeatable.
 */
export function followOrders(deps: OrderDeps): Consumer {
  return consumerOf({
    name: "orders",
    types: [
      "order.created",
      "order.extended",
      "order.confirmed",
      "order.cancelled",
      "order.expired",
    ],
    async deliver(events) {
      const byTenant = [...Map.groupBy(events, ({ tenantId }) => tenantId)];
      const outcomes = byTenant.map(([tenantId, own]) => followOf(deps, tenantId, own));
      return (await Promise.all(outcomes)).flat();
    },
  });
}

interface Event {
  readonly id: string;
  readonly type: string;
  readonly entityId: string;
  readonly at: string;
}

/** The request that decided has most often had its bookings follow before: one look finds the orders where it has not. */
async function followOf(
  deps: OrderDeps,
  tenantId: string,
  events: readonly Event[],
): Promise<Undelivered[]> {
  const decided = events.filter(({ type }) => type !== "order.created");
  const looked = lookAt(deps, tenantId, [...new Set(decided.map(({ entityId }) => entityId))]);
  return deliverEach(events, async ({ type, entityId, at }) => {
    if (type === "order.created")
      await redateDelivered(
        { clock: deps.clock, store: deps.orders },
        { tenantId, entityId, at: new Date(at) },
      );
    else if ((await looked)(entityId))
      await followOrder(deps, ownRequest(deps.broker, tenantId), entityId);
  });
}

/** Answers whether a booking of the named order does not follow it yet. */
async function lookAt(
  { orders, store }: OrderDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<(id: string) => boolean> {
  const decided = ids.length === 0 ? [] : await orders.listOf(tenantId, ids);
  const bookingIds = decided.flatMap((order) => order.bookingIds);
  const found = bookingIds.length === 0 ? [] : await store.listInOrders(tenantId, bookingIds);
  const bookings = new Map(found.map((each) => [each._id, each]));
  const byId = new Map(decided.map((order) => [order._id, order]));
  return (id) => {
    const order = byId.get(id);
    const own = order?.bookingIds.flatMap((each) => bookings.get(each) ?? []) ?? [];
    return order !== undefined && own.some((each) => followingOf(order, each) !== undefined);
  };
}
