import { type Request, refuse } from "@slipway/broker";
import type { InputOf, bookings } from "@slipway/contracts";
import { applyTransition } from "./apply-transition.ts";
import { recordOf } from "../booking-record.ts";
import { type BookingRecord, decideCancel } from "../booking.ts";
import type { Deps } from "../deps.ts";
import { readOptionFacts } from "../sell/keep-facts.ts";
import { cancellationCutoff } from "../sell/option-policy.ts";

/**
 * Cancels a live booking for the customer and frees its places. `force` ignores the cutoff and needs a
 * user's session. Refuses a second call with INVALID_STATE.
 */
export async function cancelBooking(
  deps: Deps,
  request: Request,
  { id, reason, force }: InputOf<typeof bookings.cancelBooking>,
): Promise<BookingRecord> {
  const { tenantId, actorType } = request.caller;
  if (force && actorType !== "USER")
    throw refuse("SESSION_REQUIRED", { detail: "Only a user session may ignore the cutoff." });
  const booking = await deps.store.getToChange(tenantId, id);
  if (!booking) throw refuse("NOT_FOUND");
  const cutoffFor = await readOptionFacts(
    deps.optionFacts,
    request,
    booking.optionId,
    (facts) => (startAt: number) => cancellationCutoff(facts, startAt),
  );
  const cancelled = await applyTransition(deps, request, id, {
    type: "booking.cancelled",
    // A deleted option has no cutoff any more: a booking can be cancelled until its start.
    decide: (current, now) => {
      const startAt = current.startAt.getTime();
      const cutoff = cutoffFor?.(startAt) ?? startAt;
      return decideCancel(current, { reason: reason ?? null, cutoff, force }, now);
    },
  });
  return recordOf(cancelled);
}
