/**
 * Decisions wait for a moment before they are sent, so that they can be taken back. What has been sent is not undone:
 * the customer may have heard of it. They go on when another screen is opened.
 */
import type { Booking, BookingStatus, CancelBookingRequest, Operations } from "@slipway/client";
import { answerTime } from "../../answer-time.ts";
import { extendedMinutes } from "../../parts/hold-time.ts";
import { pageState } from "../../page-state.ts";
import { ask } from "../../session.ts";
import { undoSeconds } from "./waiting.ts";

type DecisionKind = "approve" | "reject" | "extend" | "release";

export interface Decision {
  readonly id: number;
  readonly kind: DecisionKind;
  readonly booking: Booking;
  readonly reason: string | undefined;
  /** After the last time to cancel, too, and with another refund. */
  readonly forced?: Pick<CancelBookingRequest, "force" | "refundPercent"> | undefined;
  readonly state: "waiting" | "sending" | "done" | "failed" | "outdated";
  /** `updatedAt` of the booking that it has made. */
  readonly madeAt?: string;
  /** Why it is outdated: what others have made of the booking meanwhile. */
  readonly found?: BookingStatus;
  readonly error?: unknown;
}

/** In the order in which they were taken. */
export const decisions = pageState<readonly Decision[]>([]);
/** Counts what has ended: a screen that shows bookings reads them again. */
export const endedCount = pageState(0);

let lastId = 0;

/** Sends them one after the other when their time to be taken back is over. */
export function decide(
  kind: DecisionKind,
  bookings: readonly Booking[],
  reason?: string,
  forced?: Decision["forced"],
): void {
  const taken = bookings.map((booking): Decision => {
    lastId++;
    return { id: lastId, kind, booking, state: "waiting", reason, forced };
  });
  // A later decision on a booking stands in place of one that is over.
  const ids = new Set(bookings.map(({ id }) => id));
  const others = decisions.value.filter(
    ({ booking, state }) => !ids.has(booking.id) || isOpen(state),
  );
  decisions.value = [...others, ...taken];
  setTimeout(() => void sendAll(taken), undoSeconds * 1_000);
}

export function takeBack({ id }: Decision): void {
  decisions.value = decisions.value.filter((each) => each.id !== id || each.state !== "waiting");
}

/** Whether the row of a list shows a booking before what was decided on it here. */
export function isDecided({ id, updatedAt }: Booking): boolean {
  return decisions.value.some(
    ({ booking, state, madeAt = "" }) => booking.id === id && (isOpen(state) || updatedAt < madeAt),
  );
}

/** Whether something is still to be sent for the booking. */
function isOpen(state: Decision["state"]): boolean {
  return state === "waiting" || state === "sending";
}

async function sendAll(taken: readonly Decision[]): Promise<void> {
  for (const decision of taken) {
    // It may have been taken back.
    if (!decisions.value.some(({ id }) => id === decision.id)) continue;
    note(decision, { state: "sending" });
    try {
      note(decision, await ask((slipway) => sendIfAsWas(slipway, decision)));
    } catch (error) {
      note(decision, { state: "failed", error });
    }
  }
  endedCount.value++;
}

/**
 * A decision is on a booking as it was. Between the two requests another may still confirm it; but not in the minutes
 * for which a decision may have waited for a new log-in.
 */
async function sendIfAsWas(slipway: Operations, decision: Decision): Promise<Partial<Decision>> {
  const found = slipway.bookings.get(decision.booking.id);
  const {
    data: { status },
    response,
  } = await found.withResponse();
  if (status !== decision.booking.status) return { state: "outdated", found: status };
  const made = await send(slipway, decision, Date.now() + answerTime(response).aheadMs);
  return { state: "done", madeAt: made.updatedAt };
}

/** @param now by the server's clock */
function send(
  { bookings, orders }: Operations,
  { kind, booking, reason, forced }: Decision,
  now: number,
): Promise<Booking> {
  const { id } = booking;
  switch (kind) {
    case "approve":
      return bookings.approve(id);
    case "reject":
      return bookings.reject(id, { reason });
    case "extend":
      return extend({ bookings, orders }, booking, now);
    case "release":
      return bookings.cancel(id, { reason, ...forced });
  }
}

/** A hold of an order lasts as long as the order: all of it is extended. */
async function extend(
  { bookings, orders }: Pick<Operations, "bookings" | "orders">,
  booking: Booking,
  now: number,
): Promise<Booking> {
  const { id, orderId } = booking;
  const more = { expirationMinutes: extendedMinutes(booking, now) };
  if (orderId === null) return bookings.extend(id, more);
  await orders.extend(orderId, more);
  return bookings.get(id);
}

function note({ id }: Decision, news: Partial<Decision>): void {
  decisions.value = decisions.value.map((each) => (each.id === id ? { ...each, ...news } : each));
}

// A window that is closed would take them with it.
addEventListener("beforeunload", (event) => {
  if (decisions.value.some(({ state }) => isOpen(state))) event.preventDefault();
});
