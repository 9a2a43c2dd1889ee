import { call } from "@slipway/broker";
import { sync, webhooks } from "@slipway/contracts";
import { erasureConsumer } from "@slipway/events";
import type { Consumer } from "@slipway/store";
import type { EraseDeps } from "./deps.ts";

/**
 * The relay's consumer that erases what the audit log, deliveries and a channel's events say of a booking that was erased or
 * archived. An archived one is found by no erasure any more: its file alone has the person.
 */
export function sendErasure({ broker, relay }: Pick<EraseDeps, "broker" | "relay">): Consumer {
  return erasureConsumer({
    broker,
    relay,
    types: ["booking.erased", "booking.archived"],
    async eraseBeside(request, { entityId: bookingId, before }) {
      await call(request, webhooks.eraseDeliveries, { bookingId });
      const { sourceChannelConnectionId: channelConnectionId, externalId } = before;
      if (channelConnectionId === null || externalId === null) return;
      await call(request, sync.eraseEvents, { channelConnectionId, externalId, bookingId });
    },
  });
}
