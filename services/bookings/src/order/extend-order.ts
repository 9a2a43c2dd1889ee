import { type Request, refuse } from "@slipway/broker";
import type { InputOf, orders } from "@slipway/contracts";
import { extendClaims } from "../lifecycle/extend-booking.ts";
import { type OrderRecord, extendedEnd, refusalOfOrder } from "../record/order.ts";
import { applyDecision } from "./apply-decision.ts";
import type { OrderDeps } from "./deps.ts";

/** Extends an open order and all its holds, or none. Never shortens them, and writes nothing if they would not last longer. */
export function extendOrder(
  deps: OrderDeps,
  request: Request,
  { id, expirationMinutes }: InputOf<typeof orders.extendOrder>,
): Promise<OrderRecord> {
  return applyDecision(deps, request, id, {
    type: "order.extended",
    decide(order, _live, now) {
      const refusal = refusalOfOrder("extend", order, now);
      if (refusal) throw refuse(refusal);
      const expiresAt = extendedEnd(order, expirationMinutes, now);
      return expiresAt.getTime() === order.expiresAt?.getTime() ? undefined : { expiresAt };
    },
    // mark: extend-with-order
    before: (booking, { expiresAt = null }) => extendClaims(request, booking, expiresAt),
  });
}
