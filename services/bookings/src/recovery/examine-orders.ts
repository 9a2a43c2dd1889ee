/** Half orders, which no crash may leave (I7): after a restored backup, say, or a fault. For doctor. */
import { ownRequest } from "@slipway/broker";
import { followOrder } from "../lifecycle/follow-order.ts";
import { writeTransition } from "../lifecycle/write-transition.ts";
import { type Booking, decideCancel } from "../record/booking.ts";
import type { BookingWithOutbox } from "../record/every-tenant-store.ts";
import { type Order, contradictionOf } from "../record/order.ts";
import type { RecoveryDeps } from "./deps.ts";
import { type Finding, toleranceMs } from "./examination.ts";

interface Half {
  readonly booking: Booking;
  readonly order: Order | undefined;
  readonly finding: Finding;
}

/** The bookings of a page that contradict their orders. */
export async function listHalves(
  { orders, clock }: Pick<RecoveryDeps, "orders" | "clock">,
  page: readonly BookingWithOutbox[],
): Promise<Half[]> {
  const ids = page.flatMap(({ orderId }) => orderId ?? []);
  if (ids.length === 0) return [];
  const found = new Map(
    (await orders.listNamed([...new Set(ids)])).map((each) => [each._id, each]),
  );
  const followedBy = clock() - toleranceMs;
  return page.flatMap((booking) => {
    const { _id: id, orderId, tenantId } = booking;
    if (orderId === undefined) return [];
    const named = found.get(orderId);
    const order = named?.tenantId === tenantId ? named : undefined;
    const detail = contradictionOf(order, booking, followedBy);
    return detail === undefined
      ? []
      : [{ booking, order, finding: { kind: "booking.order", id, detail } }];
  });
}

/**
 * Bookings follow their order where they can, and a hold that it does not name is cancelled. False: the booking has changed
 * since, or it stays a finding. That is a sold booking whose order is not: a booking is sold by its order alone, so the
 * order was lost or is an older copy.
 */
export async function repairHalf(deps: RecoveryDeps, { booking, order }: Half): Promise<boolean> {
  const request = ownRequest(deps.broker, booking.tenantId, "cli");
  if (order?.bookingIds.includes(booking._id) && isFollowable(order, booking))
    return (await followOrder(deps, request, order._id)) > 0;
  if (booking.status !== "ON_HOLD") return false;
  const held = { ...booking, expiresAt: null };
  const regardless = { reason: null, cutoff: Infinity, force: true, refundPercent: 100 };
  const decision = decideCancel(held, regardless, deps.clock());
  if (!decision.ok) return false;
  const write = { type: "booking.cancelled", set: decision.set, hold: "any" } as const;
  return (await writeTransition(deps, request, booking, write)) !== undefined;
}

/** A confirmed order says what it has sold; a hold of an expired one expires, a sold booking of it cannot. */
function isFollowable({ status, sold }: Order, booking: Booking): boolean {
  if (status === "CONFIRMED") return sold.some(({ bookingId }) => bookingId === booking._id);
  return status === "CANCELLED" || booking.status === "ON_HOLD";
}
