import { type Request, refuse } from "@slipway/broker";
import type { InputOf, bookings } from "@slipway/contracts";
import { applyTransition } from "./apply-transition.ts";
import { recordOf } from "../booking-record.ts";
import { type BookingRecord, decideCancel } from "../booking.ts";
import type { Deps } from "../deps.ts";
import { readOptionFacts } from "../sell/keep-facts.ts";
import { type OptionFacts, cancellationCutoff } from "../sell/option-policy.ts";

/**
 * Cancels a live booking for the customer and frees its places. `force` ignores the cutoff and needs a
 * user's session. Refuses a second call with INVALID_STATE.
 */
export async function cancelBooking(
  deps: Deps,
  request: Request,
  { id, reason, force }: InputOf<typeof bookings.cancelBooking>,
): Promise<BookingRecord> {
  if (force && request.caller.actorType !== "USER")
    throw refuse("SESSION_REQUIRED", { detail: "Only a user session may ignore the cutoff." });
  const cancelled = await applyTransition(deps, request, id, async (booking) => {
    const startAt = booking.startAt.getTime();
    const cutoffOf = (facts: OptionFacts): number => cancellationCutoff(facts, startAt);
    const known = await readOptionFacts(deps.optionFacts, request, booking.optionId, cutoffOf);
    // A deleted option has no cutoff any more: a booking can be cancelled until its start.
    const cutoff = known ?? startAt;
    return {
      type: "booking.cancelled",
      decide: (now) => decideCancel(booking, { reason: reason ?? null, cutoff, force }, now),
    };
  });
  return recordOf(cancelled);
}
