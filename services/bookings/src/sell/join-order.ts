/** How a new booking joins an order: as a hold that ends with it, named by the order before it is inserted. */
import { type Request, refusalOf, refuse, refuseUnknown } from "@slipway/broker";
import { idFloor } from "@slipway/store";
import { changeAttemptsMax, orderBookingsMax, orderEntriesMax } from "../constants.ts";
import { releaseUnnamed } from "../claims/release-claims.ts";
import { type Booking, isLiveStatus } from "../record/booking.ts";
import { type Order, refusalOfOrder } from "../record/order.ts";
import type { BookingInput, Sale } from "./build-booking.ts";
import type { SellDeps } from "./deps.ts";

/** A sale that may be a hold of an order. */
type Held = Pick<BookingInput, "openOrder">;
type Priced = Pick<Booking, "pricingSnapshot">;

/** The input as a hold of an open order. Refuses NOT_FOUND, INVALID_STATE and HOLD_EXPIRED. */
export async function holdInOrder<Input extends Sale>(
  deps: SellDeps,
  request: Request,
  input: Input,
  orderId: string,
): Promise<Input & Held> {
  return { ...input, status: "ON_HOLD", openOrder: await readOpen(deps, request, orderId) };
}

/** Refuses a quoted hold what joining its order would be refused, but for ids of failed inserts, which a sale drops. */
export async function requireJoinable(
  deps: SellDeps,
  { openOrder }: Held,
  quoted: Priced,
): Promise<void> {
  if (!openOrder) return;
  requireCurrency(openOrder, quoted);
  await requireRoom(deps, openOrder);
}

async function readOpen(deps: SellDeps, request: Request, orderId: string): Promise<Order> {
  const order = await deps.orders.get(request.caller.tenantId, orderId);
  if (!order) throw refuseUnknown("orderId");
  const refusal = refusalOfOrder("add", order, deps.clock());
  if (!refusal) return order;
  throw refuse(refusal, { detail: "The order takes no booking any more." });
}

/**
 * Has the order name a booking that is about to be inserted. A decision about the order then either knows the booking, or
 * has taken its id by a tombstone, so that the insert fails. Where the order does not take it, the claims are released: no
 * booking of this id is ever inserted.
 *
 * @param read the order as the sale began with it: the write that adds the booking decides the race with what came since.
 */
export async function joinOrder(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  read: Order,
): Promise<void> {
  try {
    for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
      const order = attempt === 0 ? read : await readOpen(deps, request, read._id);
      requireCurrency(order, booking);
      // It was extended meanwhile: the hold would end before it.
      if (order.expiresAt?.getTime() !== booking.expiresAt?.getTime()) break;
      if (!(await requireRoom(deps, order, (known) => dropFailed(deps, order, known)))) continue;
      // mark: join-order
      if (await deps.orders.add(order, booking._id, orderBookingsMax)) return;
    }
    throw refuse("SERVICE_UNAVAILABLE");
  } catch (error) {
    await releaseUnnamed(deps, request, booking);
    throw refusalOf(error) ? error : refuse("SERVICE_UNAVAILABLE");
  }
}

/** An order has one currency, which a tenant may have changed since. */
function requireCurrency({ currency }: Order, { pricingSnapshot }: Priced): void {
  if (pricingSnapshot.currency === currency) return;
  const detail = `The order is in ${currency}, and the booking in ${pricingSnapshot.currency}.`;
  throw refuse("INVALID_STATE", { detail });
}

/** Refuses QUOTA_EXCEEDED. Ended bookings stay listed, so they are looked at only once the list is long. */
async function requireRoom(
  deps: SellDeps,
  order: Order,
  makeRoom?: (known: ReadonlySet<string>) => Promise<boolean>,
): Promise<boolean> {
  const { tenantId, bookingIds } = order;
  if (bookingIds.length < orderBookingsMax) return true;
  const bookings = await deps.store.listInOrders(tenantId, bookingIds);
  const live = bookings.filter(({ status }) => isLiveStatus(status)).length;
  if (live < orderBookingsMax && bookingIds.length < orderEntriesMax) return true;
  const known = new Set(bookings.map(({ _id }) => _id));
  if (live < orderBookingsMax && (await makeRoom?.(known))) return false;
  const detail = `An order has at most ${orderBookingsMax} live bookings, and ${orderEntriesMax} with those that have ended.`;
  throw refuse("QUOTA_EXCEEDED", { detail });
}

/** Longer than an insert may take. */
const failedAfterMs = 60_000;

/**
 * Takes the ids of inserts that have failed out of a full order; whether there were any. A tombstone first takes each id, so
 * an insert that is still under way fails, and no booking of an order is unknown to it.
 */
async function dropFailed(
  { orders, tombstones, clock }: SellDeps,
  order: Order,
  known: ReadonlySet<string>,
): Promise<boolean> {
  const now = clock();
  const before = idFloor("bkg", now - failedAfterMs);
  const failed: string[] = [];
  for (const id of order.bookingIds) {
    if (known.has(id) || id >= before) continue;
    const isTaken = await tombstones.insertTombstone(order.tenantId, id, new Date(now));
    const isGone = isTaken || (await isTombstone(tombstones, id));
    if (isGone) failed.push(id);
  }
  return failed.length > 0 && (await orders.drop(order, failed));
}

async function isTombstone(tombstones: SellDeps["tombstones"], id: string): Promise<boolean> {
  const [owner] = await tombstones.findOwners([id]);
  return owner?.live === false && tombstones.isStill(owner);
}
