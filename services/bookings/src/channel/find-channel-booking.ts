import { type Request, unlessRefused } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import { shownRecord } from "../record/booking-record.ts";
import type { ChannelDeps } from "./deps.ts";

/** The booking of a channel's external id; none where it is archived. Internal. */
export async function findChannelBooking(
  { store, clock }: ChannelDeps,
  { caller }: Request,
  origin: InputOf<typeof bookings.findChannelBooking>,
): Promise<OutputOf<typeof bookings.findChannelBooking>> {
  const found = store.findByOrigin(caller.tenantId, origin);
  const booking = await unlessRefused("BOOKING_ARCHIVED", found);
  return { booking: booking && shownRecord(booking, clock()) };
}
