/** The common parts of both ways to redeem: the scanner's time and name, the state that it needs, and the write. */
import type { Request } from "@slipway/broker";
import { tickets } from "@slipway/contracts";
import { writeChange } from "../change/update-booking-saga.ts";
import { resolveMark } from "../lifecycle/resolve-mark.ts";
import { refuseChange, refuseField } from "../offer/answer-refusal.ts";
import type { Booking } from "../record/booking.ts";
import { type Place, isScanTime } from "../record/redemption.ts";
import type { SellDeps } from "../sell/deps.ts";

interface Scan {
  readonly at?: string | undefined;
  readonly device?: string | undefined;
}

interface Stamp {
  readonly at: Date;
  readonly by: string | null;
}

/** Refuses a scanner's time that is too far back, or ahead. */
export function stampOf(deps: SellDeps, request: Request, { at, device }: Scan): Stamp {
  const now = deps.clock();
  const redeemedAt = at === undefined ? now : Date.parse(at);
  const days = tickets.offlineDaysMax;
  if (!isScanTime(redeemedAt, now, days))
    throw refuseField("at", `must be of the last ${days} days, and not in the future`);
  // A clock that is a little ahead: nobody has come in the future.
  return { at: new Date(Math.min(redeemedAt, now)), by: device ?? request.caller.actorId };
}

/** Only a sold booking is redeemed. */
export function requireConfirmed(deps: SellDeps, booking: Booking): void {
  if (booking.status !== "CONFIRMED") throw refuseChange(booking, "INVALID_STATE", deps.clock());
}

/**
 * Redeems these tickets. Undefined: the booking has changed since it was read. The race is that of two scanners with one
 * ticket: both find it open, and the write on the version that was read lets the first one redeem it. The other reads
 * again and finds it redeemed.
 */
export async function writeRedemption(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  { places, stamp }: { readonly places: readonly Place[]; readonly stamp: Stamp },
): Promise<Booking | undefined> {
  if (booking.orderId !== undefined && !(await resolveMark(deps, booking))) return undefined;
  const added = places.map(({ key }) => ({ ticket: key, ...stamp }));
  const set = { redemptions: [...(booking.redemptions ?? []), ...added] };
  return writeChange(deps, request, booking, { set, type: "booking.redeemed" });
}

/** Scanners of one party take turns within a process, so that they do not use up each other's attempts. */
export function inTurn<Answer>(
  deps: SellDeps,
  bookingId: string,
  redeem: () => Promise<Answer>,
): Promise<Answer> {
  return deps.turns(`redeem|${bookingId}`, redeem);
}
