import { ownRequest } from "@slipway/broker";
import { consumerOf } from "@slipway/events";
import type { Consumer, Undelivered } from "@slipway/store";
import { followOrder } from "../lifecycle/follow-order.ts";
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
      const outcomes = events.map(async ({ id, type, ...event }): Promise<Undelivered[]> => {
        const { tenantId, entityId } = event;
        try {
          if (type === "order.created")
            await redateDelivered(
              { clock: deps.clock, store: deps.orders },
              { tenantId, entityId, at: new Date(event.at) },
            );
          else await followOrder(deps, ownRequest(deps.broker, tenantId), entityId);
          return [];
        } catch (error) {
          return [{ id, error }];
        }
      });
      return (await Promise.all(outcomes)).flat();
    },
  });
}
