import type { Request } from "@slipway/broker";
import type { InputOf, bookings } from "@slipway/contracts";
import { applyTransition } from "./apply-transition.ts";
import { confirmClaims } from "./confirm-booking.ts";
import { recordOf } from "../record/booking-record.ts";
import { type BookingRecord, decideApprove } from "../record/booking.ts";
import type { LifecycleDeps } from "./deps.ts";

/** Confirms a booking that waits for approval. Refuses a second call with INVALID_STATE. */
export async function approveBooking(
  deps: LifecycleDeps,
  request: Request,
  { id }: InputOf<typeof bookings.approveBooking>,
): Promise<BookingRecord> {
  return recordOf(
    await applyTransition(deps, request, id, (booking) => ({
      type: "booking.approved",
      decide: (now) => decideApprove(booking, now),
      // Its claims are confirmed: capacity says whether the departure runs.
      before: () => confirmClaims(request, booking),
    })),
  );
}
