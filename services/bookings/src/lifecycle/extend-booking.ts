import { type Request, call, isRefusal } from "@slipway/broker";
import {
  type InputOf,
  type RefusalCode,
  type bookings,
  resourcesCapacity,
} from "@slipway/contracts";
import { applyMove } from "./apply-transition.ts";
import { recordOf } from "../booking-record.ts";
import { type Booking, type BookingRecord, decideExtend } from "../booking.ts";
import type { Deps } from "../deps.ts";

/**
 * Holds a live hold longer; never shortens, and writes nothing where it would not last longer. The
 * claims are extended first: between that and the write a crash leaves a longer claim, which ends
 * with the booking.
 */
export async function extendBooking(
  deps: Deps,
  request: Request,
  { id, expirationMinutes }: InputOf<typeof bookings.extendBooking>,
): Promise<BookingRecord> {
  const extended = await applyMove(deps, request, id, {
    verb: "extend",
    decide: (booking, now) => decideExtend(booking, expirationMinutes, now),
    before: (booking, { expiresAt }) => extendClaims(request, booking, expiresAt),
  });
  return recordOf(extended);
}

/** The claims, not the booking's clock, say whether a hold still holds. */
async function extendClaims(
  request: Request,
  { _id: bookingId, supplierId, claims }: Booking,
  expiresAt: Date | null,
): Promise<RefusalCode | undefined> {
  if (claims.length === 0 || expiresAt === null) return undefined;
  const command = { supplierId, bookingId, claims, until: expiresAt.toISOString() };
  try {
    await call(request, resourcesCapacity.extendClaims, command);
    return undefined;
  } catch (error) {
    if (isRefusal(error, "HOLD_EXPIRED")) return "HOLD_EXPIRED";
    throw error;
  }
}
