import { type Request, refuse } from "@slipway/broker";
import type { InputOf, channelBookings } from "@slipway/contracts";
import { shownRecord } from "../record/booking-record.ts";
import type { BookingRecord } from "../record/booking.ts";
import type { ChannelDeps } from "./deps.ts";
import { ownOrigin } from "./own-origin.ts";

/** The booking that a channel key has under a reseller's uuid. */
export async function getChannelBooking(
  deps: ChannelDeps,
  request: Request,
  { externalId }: InputOf<typeof channelBookings.getChannelBooking>,
): Promise<BookingRecord> {
  const booking = await deps.store.get(request.caller.tenantId, ownOrigin(request, externalId));
  if (!booking) throw refuse("NOT_FOUND");
  return shownRecord(booking, deps.clock());
}
