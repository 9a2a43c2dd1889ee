import { type Request, refuse } from "@slipway/broker";
import type { InputOf, bookings } from "@slipway/contracts";
import { applyTransition } from "./apply-transition.ts";
import { recordOf } from "../record/booking-record.ts";
import { type BookingRecord, decideCancel } from "../record/booking.ts";
import type { LifecycleDeps } from "./deps.ts";
import { readCutoff } from "./read-cutoff.ts";

/**
 * Cancels a live booking for the customer and frees its places. `force` ignores the cutoff, and with it
 * `refundPercent` the terms; a key may send neither. Refuses a second call with INVALID_STATE.
 */
export async function cancelBooking(
  deps: LifecycleDeps,
  request: Request,
  { id, reason, ...asked }: InputOf<typeof bookings.cancelBooking>,
): Promise<BookingRecord> {
  if (asked.force && request.caller.actorType === "API_KEY")
    throw refuse("SESSION_REQUIRED", { detail: "Only a user session may ignore the cutoff." });
  const cancelled = await applyTransition(deps, request, id, async (booking) => {
    const cutoff = await readCutoff(deps, request, booking);
    return {
      type: "booking.cancelled",
      decide: (now) => decideCancel(booking, { ...asked, reason: reason ?? null, cutoff }, now),
    };
  });
  return recordOf(cancelled);
}
