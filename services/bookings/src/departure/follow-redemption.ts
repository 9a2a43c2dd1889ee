import { ownRequest } from "@slipway/broker";
import { consumerOf, deliverEach } from "@slipway/events";
import type { Consumer } from "@slipway/store";
import type { DepartureDeps } from "./deps.ts";
import { followCallOff } from "./follow-call-off.ts";

/**
 * The consumer by which a booking follows the call-off of its departure once its check-in is taken back: its party stayed
 * only because it had come. Repeatable, after a crash too.
 */
export function followRedemptions(deps: DepartureDeps): Consumer {
  return consumerOf({
    name: "call-offs",
    types: ["booking.unredeemed"],
    deliver: (events) =>
      // A call-off that comes later cancels the booking itself.
      deliverEach(events, ({ tenantId, after: { optionId, supplierId, startAt } }) =>
        followCallOff(deps, ownRequest(deps.broker, tenantId), { optionId, supplierId, startAt }),
      ),
  });
}
