import { ownRequest } from "@slipway/broker";
import { consumerOf } from "@slipway/events";
import type { Consumer, Undelivered } from "@slipway/store";
import { followOrder } from "../lifecycle/follow-order.ts";
import type { OrderDeps } from "./deps.ts";

/** The consumer by which bookings follow a decided order after a crash or an outage. Repeatable. */
export function followOrders(deps: OrderDeps): Consumer {
  return consumerOf({
    name: "orders",
    types: ["order.extended", "order.confirmed", "order.cancelled", "order.expired"],
    async deliver(events) {
      const outcomes = events.map(async ({ id, tenantId, entityId }): Promise<Undelivered[]> => {
        try {
          await followOrder(deps, ownRequest(deps.broker, tenantId), entityId);
          return [];
        } catch (error) {
          return [{ id, error }];
        }
      });
      return (await Promise.all(outcomes)).flat();
    },
  });
}
