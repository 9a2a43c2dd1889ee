import { ownRequest } from "@slipway/broker";
import { type Booking, isLiveStatus } from "../record/booking.ts";
import { followingOf, hasExpired, isMarkedFor } from "../record/order.ts";
import type { TransitionDeps } from "./deps.ts";
import { endOrder } from "./follow-order.ts";

/**
 * Whether a booking of an order may be changed on the version that was read; false: read it again. Decides the race of a
 * change with a decision about the order, which first marks the live bookings and is then written on the order's revision:
 *
 * - The booking is marked after the read: the version that was read is gone, so the change is not written.
 * - It was marked before, and the decision has not been written: the revision of the order is raised here, so the
 *   decision's write finds nothing.
 * - The decision has been written, or the order has run out: the booking follows first.
 */
export async function resolveMark(deps: TransitionDeps, booking: Booking): Promise<boolean> {
  const { tenantId, orderId } = booking;
  if (orderId === undefined || !isLiveStatus(booking.status)) return true;
  const order = await deps.orders.get(tenantId, orderId);
  if (!order) return true;
  if (hasExpired(order, deps.clock()) || followingOf(order, booking)) {
    await endOrder(deps, ownRequest(deps.broker, tenantId), orderId);
    return false;
  }
  if (!isMarkedFor(order, booking)) return true;
  return deps.orders.write(order, { set: {}, open: "any" });
}
