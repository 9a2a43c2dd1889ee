import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { departures } from "@slipway/contracts";
import { consumerOf } from "@slipway/events";
import type { Consumer, Undelivered } from "@slipway/store";

/**
 * The consumer by which bookings follow a departure that was called off. The relay repeats it, after a crash too, until
 * the departure has no live booking and no live claim. Others' departures pass one that is not done.
 */
export function deliverCallOffs({ broker }: { readonly broker: ServiceBroker }): Consumer {
  return consumerOf({
    name: "bookings",
    types: ["departure.calledOff"],
    async deliver(events) {
      const outcomes = events.map(async ({ id, tenantId, after }): Promise<Undelivered[]> => {
        try {
          const { optionId, supplierId, startAt } = after;
          const departure = { optionId, supplierId, startAt };
          await call(ownRequest(broker, tenantId), departures.followCallOff, departure);
          return [];
        } catch (error) {
          return [{ id, error }];
        }
      });
      return (await Promise.all(outcomes)).flat();
    },
  });
}
