import { call } from "@slipway/broker";
import { sync } from "@slipway/contracts";
import { erasureConsumer } from "@slipway/events";
import type { Consumer } from "@slipway/store";
import type { EraseDeps } from "./deps.ts";

/**
 * The relay's consumer that erases what the audit log and a channel's events say of a booking that was erased or
 * archived. An archived one is found by no erasure any more: its file alone has the person.
 */
export function sendErasure({ broker, relay }: Pick<EraseDeps, "broker" | "relay">): Consumer {
  return erasureConsumer({
    broker,
    relay,
    types: ["booking.erased", "booking.archived"],
    async eraseBeside(request, { before: { sourceChannelConnectionId, externalId } }) {
      if (sourceChannelConnectionId === null || externalId === null) return;
      const input = { channelConnectionId: sourceChannelConnectionId, externalId };
      await call(request, sync.eraseEvents, input);
    },
  });
}
