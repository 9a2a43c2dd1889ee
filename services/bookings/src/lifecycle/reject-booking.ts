import type { Request } from "@slipway/broker";
import type { InputOf, bookings } from "@slipway/contracts";
import { applyTransition } from "./apply-transition.ts";
import { recordOf } from "../record/booking-record.ts";
import { type BookingRecord, decideReject } from "../record/booking.ts";
import type { LifecycleDeps } from "./deps.ts";

/** Rejects a live booking for the operator, regardless of the cutoff, and frees its places. */
export async function rejectBooking(
  deps: LifecycleDeps,
  request: Request,
  { id, reason }: InputOf<typeof bookings.rejectBooking>,
): Promise<BookingRecord> {
  const rejected = await applyTransition(deps, request, id, (booking) => ({
    type: "booking.rejected",
    decide: (now) => decideReject(booking, reason ?? null, now),
  }));
  return recordOf(rejected);
}
