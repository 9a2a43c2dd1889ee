import assert from "node:assert";
import { type Request, refuse } from "@slipway/broker";
import { type ChannelOfKey, channelOf } from "@slipway/contracts";
import type { Booking } from "../booking.ts";
import type { Deps } from "../deps.ts";

/** The channel of the caller's key. The gateway lets no other caller reach the actions of channel keys. */
export function channelOfKey({ caller }: Pick<Request, "caller">): ChannelOfKey {
  const channel = channelOf(caller);
  assert(channel, "the caller has a channel key");
  return channel;
}

/**
 * The booking that a channel key has under this name, as a conditional write needs it. One without tickets, or of another
 * supplier, is refused as one that does not exist.
 */
export async function findOwnBooking(
  { store }: Deps,
  request: Request,
  externalId: string,
): Promise<Booking> {
  const { channelConnectionId, supplierId } = channelOfKey(request);
  const origin = { channelConnectionId, externalId };
  const booking = await store.getByOrigin(request.caller.tenantId, origin);
  if (booking?.supplierId !== supplierId || booking.tickets.length === 0) throw refuse("NOT_FOUND");
  return booking;
}
