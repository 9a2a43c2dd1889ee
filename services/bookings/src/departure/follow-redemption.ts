import { call, ownRequest } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
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
      deliverEach(events, async ({ tenantId, after: { optionId, supplierId, startAt } }) => {
        const request = ownRequest(deps.broker, tenantId);
        const departure = { optionId, supplierId, startAt };
        const { calledOff } = await call(request, resourcesCapacity.getRuns, departure);
        // A call-off after this look cancels the booking itself.
        if (calledOff) await followCallOff(deps, request, departure);
      }),
  });
}
