import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { departures } from "@slipway/contracts";
import { consumerOf, deliverEach } from "@slipway/events";
import type { Consumer } from "@slipway/store";

/**
 * The consumer by which bookings follow a departure that was called off. The relay repeats it, after a crash too, until
 * the departure has no live booking and no live claim but those of parties that have come. Others' departures pass one that is not done.
 */
export function deliverCallOffs({ broker }: { readonly broker: ServiceBroker }): Consumer {
  return consumerOf({
    name: "bookings",
    types: ["departure.calledOff"],
    deliver: (events) =>
      deliverEach(events, ({ tenantId, after: { optionId, supplierId, startAt } }) =>
        call(ownRequest(broker, tenantId), departures.followCallOff, {
          optionId,
          supplierId,
          startAt,
        }),
      ),
  });
}
