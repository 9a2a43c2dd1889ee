/** An order, its states and the transitions between them. Pure: time is an argument. */
import assert from "node:assert";
import type { OutputOf, RefusalCode, UsedKey, orders } from "@slipway/contracts";
import { type Booking, type BookingStatus, holdExpiry, isLiveStatus } from "./booking.ts";

export type OrderRecord = OutputOf<typeof orders.getOrder>;
export type OrderStatus = OrderRecord["status"];

/** The state that the order's confirmation gives a booking: the option may need approval. */
export interface Sold {
  bookingId: string;
  status: "CONFIRMED" | "PENDING";
}

/** An order as it is stored. Free JSON is stored as the text that the client sent. */
export interface Order {
  _id: string;
  tenantId: string;
  /** Unique among the orders of the tenant. */
  reference: string;
  /** Raised by every write. A booking's mark names the one that a decision rests on. */
  revision: number;
  commit?: string;
  status: OrderStatus;
  /** Kept in OPEN and EXPIRED, null in every other status. */
  expiresAt: Date | null;
  customer: string | null;
  searchText: string;
  notes: string | null;
  cancellationReason: string | null;
  resellerReference: string | null;
  externalId: string | null;
  metadata: string | null;
  currency: string;
  idempotencyKey?: string;
  /** The keys of its changes of the last 24 hours; absent where none had one. */
  usedKeys?: UsedKey[];
  /**
   * The ids of its bookings. An id stands here before its booking is inserted, so no booking of an order is unknown to it.
   * An id without a booking is that of an insert that failed, or is still under way.
   */
  bookingIds: string[];
  /** Since the confirmation: what it has sold. */
  sold: Sold[];
  confirmedAt: Date | null;
  cancelledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

type State = Pick<Order, "status" | "expiresAt">;
type Verb = "add" | "extend" | "confirm" | "cancel";

const statesBefore: Readonly<Record<Verb, readonly OrderStatus[]>> = {
  add: ["OPEN"],
  extend: ["OPEN"],
  confirm: ["OPEN"],
  cancel: ["OPEN", "CONFIRMED"],
};

/** Whether an open order has expired. At expiresAt it has. */
export function hasExpired({ status, expiresAt }: State, now: number): boolean {
  return status === "OPEN" && expiresAt !== null && expiresAt.getTime() <= now;
}

/** The status that readers see: an order is EXPIRED from expiresAt on, swept or not. */
export function shownOrderStatus(order: State, now: number): OrderStatus {
  return hasExpired(order, now) ? "EXPIRED" : order.status;
}

/** Why the order's state does not allow this, or undefined. */
export function refusalOfOrder(verb: Verb, order: State, now: number): RefusalCode | undefined {
  const shown = shownOrderStatus(order, now);
  if (statesBefore[verb].includes(shown)) return undefined;
  return shown === "EXPIRED" && verb !== "cancel" ? "HOLD_EXPIRED" : "INVALID_STATE";
}

/** The end of an order that is extended by so many minutes from now; never earlier. */
export function extendedEnd({ expiresAt }: State, minutes: number, now: number): Date {
  return new Date(Math.max(expiresAt?.getTime() ?? 0, holdExpiry(now, minutes)));
}

/** The state that a decided order gives one of its bookings. */
export type NextState =
  | { to: "CONFIRMED" | "PENDING" | "CANCELLED" | "EXPIRED" }
  | { to: "ON_HOLD"; expiresAt: Date };

export function followingOf(
  { status, expiresAt, sold }: Pick<Order, "status" | "expiresAt" | "sold">,
  booking: { _id: string; status: BookingStatus; expiresAt: Date | null },
): NextState | undefined {
  if (!isLiveStatus(booking.status)) return undefined;
  if (status === "CANCELLED") return { to: "CANCELLED" };
  if (booking.status !== "ON_HOLD") return undefined;
  if (status === "EXPIRED") return { to: "EXPIRED" };
  if (status === "CONFIRMED") {
    const own = sold.find(({ bookingId }) => bookingId === booking._id);
    assert(own, "a confirmed order has sold every live booking of it");
    return { to: own.status };
  }
  const isLate = expiresAt !== null && Number(booking.expiresAt) < expiresAt.getTime();
  return isLate ? { to: "ON_HOLD", expiresAt } : undefined;
}

/**
 * The contradiction between a booking and its order that lasts for longer than following takes; undefined: none. A booking
 * is sold by its order alone, and ends with it.
 */
export function contradictionOf(
  order: Order | undefined,
  booking: Pick<Booking, "_id" | "status" | "expiresAt" | "updatedAt">,
  followedBy: number,
): string | undefined {
  const { status, updatedAt, _id } = booking;
  if (!isLiveStatus(status) || updatedAt.getTime() > followedBy) return undefined;
  if (!order?.bookingIds.includes(_id)) return `${status}, and its order does not name it`;
  if (order.updatedAt.getTime() > followedBy) return undefined;
  const isOpen = order.status === "OPEN";
  const isHeld = status === "ON_HOLD";
  const agrees = isHeld ? isOpen : order.status === "CONFIRMED";
  return agrees ? undefined : `${status}, and its order ${order._id} is ${order.status}`;
}

/**
 * Whether a decision about the order may still rest on the booking as it is. The booking is marked with the revision of the
 * order that the decision has read; a decision is written on that revision alone.
 */
export function isMarkedFor(
  { revision }: Pick<Order, "revision">,
  { orderRevision }: { readonly orderRevision?: number },
): boolean {
  // mark: order-mark
  return orderRevision !== undefined && orderRevision >= revision;
}
