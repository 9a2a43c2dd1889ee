import { type Request, ownRequest } from "@slipway/broker";
import { writeTransition } from "./apply-transition.ts";
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
    for (let from = 0; from < lapsed.length; from += atOnce) {
      const some = lapsed.slice(from, from + atOnce);
      const results = await Promise.all(some.map((booking) => expire(deps, booking)));
      swept += results.filter(Boolean).length;
    }
    expired += swept;
    // Another replica has written the rest, or the next sweep will.
    if (lapsed.length < pageSize || swept === 0) return expired;
  }
}

async function expire(deps: LifecycleDeps, booking: Booking): Promise<boolean> {
  const decision = decideExpire(booking, deps.clock());
  if (!decision.ok) return false;
  const request: Request = ownRequest(deps.broker, booking.tenantId);
  try {
    const write = { type: "booking.expired", set: decision.set, lapsed: true } as const;
    return (await writeTransition(deps, request, booking, write)) !== undefined;
  } catch (error) {
    deps.warn(`expiry of ${booking._id}: ${String(error)}`);
    return false;
  }
}
