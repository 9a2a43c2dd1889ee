/** Bookings follow their order once it is decided. The order's write is the point of no return. */
import { type Request, refuse } from "@slipway/broker";
import { eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import { changeAttemptsMax } from "../constants.ts";
import { type Booking, decideCancel } from "../record/booking.ts";
import { type NextState, type Order, followingOf, hasExpired } from "../record/order.ts";
import { orderChangeOf } from "../record/order-record.ts";
import type { TransitionDeps } from "./deps.ts";
import { readCutoff } from "./read-cutoff.ts";
import { writeTransition } from "./write-transition.ts";

/**
 * Has the bookings of an order follow what was decided about it: repeatable, by several processes at once. Each booking
 * is changed and told by one write of the version that was read. A decided order is read by a majority, so no fail-over
 * takes back what a booking follows. Answers how many it has changed.
 */
export async function followOrder(
  deps: TransitionDeps,
  request: Request,
  orderId: string,
): Promise<number> {
  const { tenantId } = request.caller;
  const order = await deps.orders.get(tenantId, orderId);
  if (!order) return 0;
  const bookings = await deps.store.listOf(tenantId, order.bookingIds);
  const followed = await followAll(deps, request, { order, bookings });
  return followed.filter((each) => !bookings.includes(each)).length;
}

/** An order that no fail-over takes back, and its bookings as they were read or written last. */
export interface Decided {
  readonly order: Order;
  readonly bookings: readonly Booking[];
}

/** As `followOrder`, without a read where nothing else has changed the bookings. Answers them as they are then. */
export function followAll(
  deps: TransitionDeps,
  request: Request,
  { order, bookings }: Decided,
): Promise<Booking[]> {
  // mark: follow-all
  return Promise.all(bookings.map((each) => follow(deps, request, order, each)));
}

/** Ends an order that has expired, and has its bookings follow in any case; whether anything has changed. */
export async function endOrder(
  deps: TransitionDeps,
  request: Request,
  orderId: string,
): Promise<boolean> {
  const order = await deps.orders.get(request.caller.tenantId, orderId);
  const ended = order !== null && (await writeExpired(deps, request, order));
  return (await followOrder(deps, request, orderId)) > 0 || ended;
}

/** The version and the expiry in the filter decide the race with an extension and a confirmation. */
async function writeExpired(
  deps: TransitionDeps,
  request: Request,
  order: Order,
): Promise<boolean> {
  const now = deps.clock();
  if (!hasExpired(order, now)) return false;
  const updatedAt = laterThan(order.updatedAt, now);
  const set = { status: "EXPIRED", updatedAt } as const;
  const event = eventOf(request.caller, updatedAt.getTime(), {
    type: "order.expired",
    entityId: order._id,
    before: orderChangeOf(order),
    after: orderChangeOf({ ...order, ...set }),
  });
  return deps.orders.write(order, { set, event, open: "expired" });
}

async function follow(
  deps: TransitionDeps,
  request: Request,
  order: Order,
  read: Booking,
): Promise<Booking> {
  let booking: Booking | null = read;
  for (let attempt = 0; booking && attempt < changeAttemptsMax; attempt++) {
    const following = followingOf(order, booking);
    if (!following) return booking;
    const write = await transitionOf(deps, request, { order, booking, following });
    const written = await writeTransition(deps, request, booking, { ...write, hold: "any" });
    if (written) return written;
    booking = await deps.store.get(booking.tenantId, booking._id);
  }
  throw refuse("SERVICE_UNAVAILABLE");
}

async function transitionOf(
  deps: TransitionDeps,
  request: Request,
  { order, booking, following }: { order: Order; booking: Booking; following: NextState },
): Promise<Omit<Parameters<typeof writeTransition>[3], "hold">> {
  const { to } = following;
  // Race: no other decision rests on the mark that goes. One that has read the order before the extension finds another
  // revision. One that has read it since marks only bookings that have followed, and this write misses that version.
  if (to === "ON_HOLD") {
    const set = { status: to, expiresAt: following.expiresAt };
    return { type: "booking.extended", set, unmarks: true };
  }
  if (to === "EXPIRED")
    return { type: "booking.expired", set: { status: to, expiresAt: booking.expiresAt } };
  if (to === "CANCELLED") return cancellationOf(deps, request, order, booking);
  const { customer, searchText } = order;
  // Who was erased of a booking does not come back with its order.
  const isWithout = booking.customer === null && booking.erasedAt === null;
  const own = isWithout && customer !== null ? { customer, searchText } : {};
  return { type: "booking.confirmed", set: { status: to, expiresAt: null, ...own } };
}

/** As of the order's cancellation, whenever the booking follows. The order has decided about the cutoff. */
async function cancellationOf(
  deps: TransitionDeps,
  request: Request,
  { cancelledAt, cancellationReason: reason }: Order,
  booking: Booking,
): Promise<Pick<Parameters<typeof writeTransition>[3], "type" | "set">> {
  const at = cancelledAt?.getTime() ?? deps.clock();
  const cutoff = await readCutoff(deps, request, booking);
  // Its own expiry decides nothing any more.
  const sold = { ...booking, expiresAt: null };
  const decision = decideCancel(sold, { reason, cutoff, force: true }, at);
  if (!decision.ok) throw refuse("SERVICE_UNAVAILABLE");
  return { type: "booking.cancelled", set: decision.set };
}
