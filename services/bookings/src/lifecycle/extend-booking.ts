import { type Request, call, unlessRefused } from "@slipway/broker";
import {
  type InputOf,
  type RefusalCode,
  type bookings,
  resourcesCapacity,
} from "@slipway/contracts";
import { applyTransition } from "./apply-transition.ts";
import { refuseInOrder } from "./confirm-booking.ts";
import { shownRecord } from "../record/booking-record.ts";
import {
  type Booking,
  type BookingRecord,
  type Decision,
  type WantedBooking,
  decideExtend,
} from "../record/booking.ts";
import type { LifecycleDeps } from "./deps.ts";

/** Extends a live hold to so many minutes from now. Never shortens it, and writes nothing if it would not last longer. */
export async function extendBooking(
  deps: LifecycleDeps,
  request: Request,
  { id, expirationMinutes }: InputOf<typeof bookings.extendBooking>,
): Promise<BookingRecord> {
  return extendAs(deps, request, id, (booking) => {
    refuseInOrder(booking);
    return (now) => decideExtend(booking, expirationMinutes, now);
  });
}

/**
 * Extends a live hold as the rule says. It extends the claims first: a crash before the write leaves a longer claim,
 * which is released when the booking ends.
 */
export async function extendAs(
  deps: LifecycleDeps,
  request: Request,
  wanted: WantedBooking,
  ruleOf: (booking: Booking) => DecideExtend | Promise<DecideExtend>,
): Promise<BookingRecord> {
  const extended = await applyTransition(deps, request, wanted, async (booking) => ({
    type: "booking.extended",
    decide: await ruleOf(booking),
    before: ({ expiresAt }) => extendClaims(request, booking, expiresAt),
  }));
  // A repeat may come after the hold has run out.
  return shownRecord(extended, deps.clock());
}

type DecideExtend = (now: number) => Decision;

/** Capacity, not the booking's expiry, decides whether the hold still has its places. */
export async function extendClaims(
  request: Request,
  { _id: bookingId, supplierId, claims }: Booking,
  expiresAt: Date | null,
): Promise<RefusalCode | undefined> {
  if (claims.length === 0 || expiresAt === null) return undefined;
  const command = { supplierId, bookingId, claims, until: expiresAt.toISOString() };
  const extended = call(request, resourcesCapacity.extendClaims, command);
  return (await unlessRefused("HOLD_EXPIRED", extended)) ? undefined : "HOLD_EXPIRED";
}
