import { type Request, refuse } from "@slipway/broker";
import { type FieldError, type InputOf, type orders, refusals } from "@slipway/contracts";
import { readCutoff } from "../lifecycle/read-cutoff.ts";
import { type Booking, decideCancel } from "../record/booking.ts";
import { type OrderRecord, refusalOfOrder } from "../record/order.ts";
import { applyDecision } from "./apply-decision.ts";
import type { OrderDeps } from "./deps.ts";

/**
 * Cancels an order with all its live bookings, or with none where one is past its cutoff. `force` ignores the cutoffs; a
 * key may not send it. Refuses a second call with INVALID_STATE.
 */
export async function cancelOrder(
  deps: OrderDeps,
  request: Request,
  { id, reason, force }: InputOf<typeof orders.cancelOrder>,
): Promise<OrderRecord> {
  if (force && request.caller.actorType === "API_KEY")
    throw refuse("SESSION_REQUIRED", { detail: "Only a user session may ignore the cutoffs." });
  return applyDecision(deps, request, id, {
    type: "order.cancelled",
    async decide(order, live, now) {
      const refusal = refusalOfOrder("cancel", order, now);
      if (refusal) throw refuse(refusal);
      if (!force) await requireInTime(deps, request, live, now);
      const cancellationReason = reason ?? null;
      return { status: "CANCELLED", expiresAt: null, cancellationReason };
    },
  });
}

/** Refuses CANCELLATION_CUTOFF_PASSED, or INVALID_STATE where a party has come, and names the bookings. A hold has no cutoff. */
async function requireInTime(
  deps: OrderDeps,
  request: Request,
  live: readonly Booking[],
  now: number,
): Promise<void> {
  const refused = await Promise.all(
    live.map(async (booking) => {
      const cutoff = await readCutoff(deps, request, booking);
      const sold = { ...booking, expiresAt: null };
      const decision = decideCancel(sold, { reason: null, cutoff, force: false }, now);
      return decision.ok ? [] : [{ booking, refusal: decision.refusal }];
    }),
  );
  const [first, ...others] = refused.flat();
  if (!first) return;
  const errors = [first, ...others].map(
    ({ booking: { _id, reference }, refusal }): FieldError => ({
      in: "path",
      pointer: "#/id",
      code: "INVALID_VALUE",
      detail: `The booking ${_id} (${reference}): ${refusals[refusal].title}`,
    }),
  );
  throw refuse(first.refusal, { errors });
}
