import { type Request, refusalOf, refuse } from "@slipway/broker";
import { refusals } from "@slipway/contracts";
import { changeAttemptsMax } from "../constants.ts";
import type { Booking, WantedBooking } from "../booking.ts";
import type { Deps } from "../deps.ts";
import { isSameVersion, refuseMissed } from "../lifecycle/apply-transition.ts";

/**
 * Reads a booking and has it changed on the version that was read; starts again if `change` finds that
 * version gone (undefined). A refusal is answered only once the read is confirmed: another change may have
 * caused it, or a fail-over may undo what was read.
 */
export async function applyChange(
  deps: Deps,
  request: Request,
  wanted: WantedBooking,
  change: (booking: Booking) => Promise<Booking | undefined>,
): Promise<Booking> {
  let missed: Booking | undefined;
  for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
    const booking = await deps.store.getToChange(request.caller.tenantId, wanted);
    if (!booking) throw refuse("NOT_FOUND");
    // mark: measure-again-for-change
    if (isSameVersion(missed, booking)) await deps.measureTime();
    const changed = await changeOrRefuse(deps, booking, change);
    if (changed) return changed;
    missed = booking;
  }
  throw await refuseMissed(deps, missed);
}

/** Undefined: the booking has changed since the read. */
async function changeOrRefuse(
  deps: Deps,
  booking: Booking,
  change: (booking: Booking) => Promise<Booking | undefined>,
): Promise<Booking | undefined> {
  try {
    return await change(booking);
  } catch (error) {
    if (!isFinal(error) || (await deps.store.isStill(booking))) throw error;
    return undefined;
  }
}

/** Whether the error refuses the change itself, so that nothing was done. */
export function isFinal(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== undefined && refusals[refusal.code].status < 500;
}
