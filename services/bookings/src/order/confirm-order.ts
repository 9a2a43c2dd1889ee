import { type Request, refuse } from "@slipway/broker";
import type { InputOf, orders } from "@slipway/contracts";
import { confirmClaims } from "../lifecycle/confirm-booking.ts";
import { readOptionFacts } from "../offer/keep-facts.ts";
import { needsApproval } from "../offer/option-policy.ts";
import type { Booking } from "../record/booking.ts";
import { missingDetails } from "../record/details.ts";
import { type OrderRecord, type Sold, refusalOfOrder } from "../record/order.ts";
import { applyDecision } from "./apply-decision.ts";
import type { OrderDeps } from "./deps.ts";

/**
 * Confirms every live booking of an open order, or none (I7). The claims are confirmed first, so they outlast any delay of what
 * follows. After the order's write no booking asks whether its places are still there, or whether its departure runs. Refuses a second call with INVALID_STATE.
 */
export function confirmOrder(
  deps: OrderDeps,
  request: Request,
  { id, ...details }: InputOf<typeof orders.confirmOrder>,
): Promise<OrderRecord> {
  return applyDecision(deps, request, id, {
    type: "order.confirmed",
    async decide(order, live, now) {
      const refusal = refusalOfOrder("confirm", order, now);
      if (refusal) throw refuse(refusal);
      if (live.length === 0)
        throw refuse("INVALID_STATE", { detail: "The order has no live booking." });
      const missing = missingDetails(order, details);
      if (!missing) throw refuse("DETAILS_ALREADY_SET");
      const sold = await Promise.all(live.map((each) => soldOf(deps, request, each)));
      return { ...missing, status: "CONFIRMED", expiresAt: null, sold };
    },
    // mark: confirm-with-order
    before: (booking) => confirmClaims(request, booking),
  });
}

async function soldOf(
  deps: OrderDeps,
  request: Request,
  { _id: bookingId, optionId }: Booking,
): Promise<Sold> {
  const approval = await readOptionFacts(deps.optionFacts, request, optionId, needsApproval);
  return { bookingId, status: approval ? "PENDING" : "CONFIRMED" };
}
