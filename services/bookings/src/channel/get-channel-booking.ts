import type { Request } from "@slipway/broker";
import type { InputOf, channelBookings } from "@slipway/contracts";
import { shownRecord } from "../booking-record.ts";
import type { BookingRecord } from "../booking.ts";
import type { Deps } from "../deps.ts";
import { findOwnBooking } from "./find-own-booking.ts";

/** The booking that a channel key has under a reseller's uuid. */
export async function getChannelBooking(
  deps: Deps,
  request: Request,
  { externalId }: InputOf<typeof channelBookings.getChannelBooking>,
): Promise<BookingRecord> {
  return shownRecord(await findOwnBooking(deps, request, externalId), deps.clock());
}
