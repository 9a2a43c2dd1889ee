import { type Request, ownRequest } from "@slipway/broker";
import { partsOf } from "@slipway/contracts";
import { endOrder } from "./follow-order.ts";
import { writeTransition } from "./write-transition.ts";
import { type Booking, decideExpire } from "../record/booking.ts";
import type { LifecycleDeps } from "./deps.ts";

const pageSize = 256;
const atOnce = 16;

/**
 * Writes EXPIRED into every hold past its expiry and releases its claims. This is housekeeping: readers
 * and ledgers have counted the hold as expired since expiresAt.
 */
export async function expireBookings(deps: LifecycleDeps): Promise<number> {
  let expired = 0;
  for (;;) {
    const lapsed = await deps.everyTenant.listLapsed(new Date(deps.clock()), pageSize);
    let swept = 0;
    for (const some of partsOf(withoutRepeats(lapsed), atOnce)) {
      const results = await Promise.all(some.map((booking) => expire(deps, booking)));
      swept += results.filter(Boolean).length;
    }
    expired += swept;
    // Another replica has written the rest, or the next sweep will.
    if (lapsed.length < pageSize || swept === 0) return expired;
  }
}

/** An order ends all its holds at once: the first of them stands for the others. */
function withoutRepeats(lapsed: readonly Booking[]): Booking[] {
  const orderIds = new Set<string>();
  return lapsed.filter(({ orderId }) => {
    if (orderId === undefined) return true;
    const isFirst = !orderIds.has(orderId);
    orderIds.add(orderId);
    return isFirst;
  });
}

async function expire(deps: LifecycleDeps, booking: Booking): Promise<boolean> {
  const request: Request = ownRequest(deps.broker, booking.tenantId);
  try {
    // Its order decides whether it ends: a confirmed one may be about to confirm it.
    // mark: expiry-of-order
    if (booking.orderId !== undefined) return await endOrder(deps, request, booking.orderId);
    const decision = decideExpire(booking, deps.clock());
    if (!decision.ok) return false;
    const write = { type: "booking.expired", set: decision.set, hold: "lapsed" } as const;
    return (await writeTransition(deps, request, booking, write)) !== undefined;
  } catch (error) {
    deps.warn(`expiry of ${booking._id}: ${String(error)}`);
    return false;
  }
}
