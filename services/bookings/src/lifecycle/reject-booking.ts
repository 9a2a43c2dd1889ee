import type { Request } from "@slipway/broker";
import type { InputOf, bookings } from "@slipway/contracts";
import { applyMove } from "./apply-transition.ts";
import { recordOf } from "../booking-record.ts";
import { type BookingRecord, decideReject } from "../booking.ts";
import type { Deps } from "../deps.ts";

/** Ends a live booking by the operator's word, whatever the cutoff. Its places are free then. */
export async function rejectBooking(
  deps: Deps,
  request: Request,
  { id, reason }: InputOf<typeof bookings.rejectBooking>,
): Promise<BookingRecord> {
  const rejected = await applyMove(deps, request, id, {
    verb: "reject",
    decide: (booking, now) => decideReject(booking, reason ?? null, now),
  });
  return recordOf(rejected);
}
