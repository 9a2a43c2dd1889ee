import { type Request, call, isRefusal, refuse } from "@slipway/broker";
import {
  type InputOf,
  type RefusalCode,
  type bookings,
  resourcesCapacity,
} from "@slipway/contracts";
import { applyTransition } from "./apply-transition.ts";
import { recordOf } from "../record/booking-record.ts";
import { type Booking, type BookingRecord, decideConfirm } from "../record/booking.ts";
import type { LifecycleDeps } from "./deps.ts";
import { withDetails } from "../record/details.ts";
import { readOptionFacts } from "../offer/keep-facts.ts";
import { needsApproval } from "../offer/option-policy.ts";

/**
 * Confirms a live hold, or makes it PENDING if the operator approves bookings. The same write sets the details
 * that the booking does not have yet. Refuses a second call with INVALID_STATE. It confirms the claims first: a crash before the write leaves a confirmed claim, which
 * is released when the booking ends.
 */
export async function confirmBooking(
  deps: LifecycleDeps,
  request: Request,
  { id, ...details }: InputOf<typeof bookings.confirmBooking>,
): Promise<BookingRecord> {
  const confirmed = await applyTransition(deps, request, id, async (booking) => {
    const { optionId } = booking;
    refuseInOrder(booking);
    // mark: approval-of-option
    const approval = await readOptionFacts(deps.optionFacts, request, optionId, needsApproval);
    return {
      type: "booking.confirmed",
      decide: (now) =>
        withDetails(decideConfirm(booking, approval ?? false, now), booking, details),
      before: () => confirmClaims(request, booking),
    };
  });
  return recordOf(confirmed);
}

/** A hold of an order is confirmed and extended with the others of it, or not at all. */
export function refuseInOrder({ orderId, status }: Booking): void {
  if (orderId === undefined || status !== "ON_HOLD") return;
  const detail = `It is a hold of the order ${orderId}, which is confirmed and extended as a whole.`;
  throw refuse("INVALID_STATE", { bookingStatus: status, detail });
}

/**
 * Capacity, not the booking's expiry, decides whether the hold still has its places. It decides too whether the departure
 * runs, of a booking that needs no places as well.
 */
export async function confirmClaims(
  request: Request,
  { _id: bookingId, supplierId, claims, optionId, startAt }: Booking,
): Promise<RefusalCode | undefined> {
  const departure = { optionId, startAt: startAt.toISOString() };
  const held = { supplierId, bookingId, claims, departure };
  try {
    await call(request, resourcesCapacity.confirmClaims, held);
    return undefined;
  } catch (error) {
    for (const code of ["HOLD_EXPIRED", "DEPARTURE_CALLED_OFF"] as const)
      if (isRefusal(error, code)) return code;
    throw error;
  }
}
