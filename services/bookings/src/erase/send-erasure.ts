import { call } from "@slipway/broker";
import { sync } from "@slipway/contracts";
import { erasureConsumer } from "@slipway/events";
import type { Consumer } from "@slipway/store";
import type { Deps } from "../deps.ts";

/** The relay's consumer that erases what the audit log and a channel's events say of an erased booking. */
export function sendErasure({ broker, relay }: Pick<Deps, "broker" | "relay">): Consumer {
  return erasureConsumer({
    broker,
    relay,
    type: "booking.erased",
    async eraseBeside(request, { after: { sourceChannelConnectionId, externalId } }) {
      if (sourceChannelConnectionId === null || externalId === null) return;
      const input = { channelConnectionId: sourceChannelConnectionId, externalId };
      await call(request, sync.eraseEvents, input);
    },
  });
}
