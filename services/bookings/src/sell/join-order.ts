/** How a new booking joins an order: as a hold that ends with it, named by the order before it is inserted. */
import { type Request, refusalOf, refuse, refuseUnknown } from "@slipway/broker";
import { idFloor } from "@slipway/store";
import {
  changeAttemptsMax,
  orderBookingsMax,
  orderEntriesMax,
  retailInOrderMax,
} from "../constants.ts";
import { releaseUnnamed } from "../claims/release-claims.ts";
import { refuseField } from "../offer/answer-refusal.ts";
import { type Booking, isLiveStatus } from "../record/booking.ts";
import { type Order, refusalOfOrder } from "../record/order.ts";
import type { BookingInput, Sale } from "./build-booking.ts";
import type { SellDeps } from "./deps.ts";

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
  requirePrice(openOrder, quoted);
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
      requirePrice(order, booking);
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

function requirePrice(order: Order, { pricingSnapshot }: Priced): void {
  requireBounded(pricingSnapshot);
  requireCurrency(order, pricingSnapshot.currency);
}

/**
 * Refuses a price of which an order could not sum up as many as it may have bookings. So each is looked at alone: holds that
 * join at once, and changes beside them, never make a sum that cannot be answered.
 */
export function requireBounded({ retail }: Pick<Priced["pricingSnapshot"], "retail">): void {
  if (retail <= retailInOrderMax) return;
  const detail = `the total must be at most ${retailInOrderMax} in an order`;
  throw refuseField("unitItems", detail, "TOO_BIG");
}

/** An order has one currency, which a tenant may have changed since. */
function requireCurrency({ currency }: Order, own: string): void {
  if (own === currency) return;
  throw refuse("INVALID_STATE", {
    detail: `The order is in ${currency}, and the booking in ${own}.`,
  });
}

/**
 * Refuses INVALID_STATE where a booking of an order is priced anew in another currency than its order's. That never changes,
 * so no race decides it. A price in the booking's own currency needs no read.
 */
export async function requireOwnCurrency(
  { orders }: SellDeps,
  { tenantId, orderId, pricingSnapshot }: Booking,
  currency: string,
): Promise<void> {
  if (orderId === undefined || currency === pricingSnapshot.currency) return;
  const order = await orders.get(tenantId, orderId);
  if (order) requireCurrency(order, currency);
}

/**
 * Refuses QUOTA_EXCEEDED, or SERVICE_UNAVAILABLE where others that join take the last room. Ended bookings stay listed, so
 * they are looked at only once the list is long. Race: of many holds that join at once, each is named before it is inserted.
 * So a young id without a booking takes room, until its insert must have failed. Ids that were added since this read raise
 * the version that the order's next write filters.
 */
async function requireRoom(
  deps: SellDeps,
  order: Order,
  makeRoom?: (known: ReadonlySet<string>) => Promise<boolean>,
): Promise<boolean> {
  const { tenantId, bookingIds } = order;
  if (bookingIds.length < orderBookingsMax) return true;
  const bookings = await deps.store.listInOrders(tenantId, bookingIds);
  const known = new Set(bookings.map(({ _id }) => _id));
  const failedBefore = idOfFailed(deps.clock());
  const joining = bookingIds.filter((id) => !known.has(id) && id >= failedBefore).length;
  const live = bookings.filter(({ status }) => isLiveStatus(status)).length;
  const isRoom = live + joining < orderBookingsMax;
  if (isRoom && bookingIds.length < orderEntriesMax) return true;
  if (isRoom && (await makeRoom?.(known))) return false;
  // An insert that is under way may fail: whether there is room is known a moment later.
  if (!isRoom && live < orderBookingsMax)
    throw refuse("SERVICE_UNAVAILABLE", { detail: "Other bookings join the order." });
  const detail = `An order has at most ${orderBookingsMax} live bookings, and ${orderEntriesMax} with those that have ended.`;
  throw refuse("QUOTA_EXCEEDED", { detail });
}

/** Longer than an insert may take. */
const failedAfterMs = 60_000;

/** An id before this one, if it has no booking, is that of an insert that has failed. */
const idOfFailed = (now: number): string => idFloor("bkg", now - failedAfterMs);

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
  const before = idOfFailed(now);
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
