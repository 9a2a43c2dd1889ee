/**
 * I7: the bookings of an order are confirmed together or not at all. The write of the order decides: by then every live
 * booking of it has its places for good, and none of them is changed but as the order was decided.
 */
import type { OutputOf, RefusalCode, orders } from "@slipway/contracts";
import type { Entry } from "../engine/server.ts";
import { Violation } from "../violation.ts";
import type { BookingDocument, OrderDocument } from "./records.ts";
import { type State, lastSteps, ledgersIn, ordersIn } from "./state.ts";

type Record = OutputOf<typeof orders.getOrder>;
type Answer = Record | { refusal: RefusalCode } | undefined;

interface Question {
  readonly kind: string;
  readonly id: string;
  readonly expiresBefore: number | undefined;
  readonly believedBefore: number;
}

const next: Readonly<globalThis.Record<string, readonly string[]>> = {
  OPEN: ["OPEN", "CONFIRMED", "CANCELLED", "EXPIRED"],
  CONFIRMED: ["CONFIRMED", "CANCELLED"],
  CANCELLED: ["CANCELLED"],
  EXPIRED: ["EXPIRED"],
};

export class Orders {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  asked(kind: string, id: string): Question {
    const expiresBefore = this.#order(id)?.expiresAt?.getTime();
    return { kind, id, expiresBefore, believedBefore: this.#state.believed() };
  }

  /** The answer waits for the bookings. */
  answered({ kind, id, expiresBefore, believedBefore }: Question, answer: Answer): void {
    const order = this.#order(id);
    if (!answer || !order) return;
    if ("refusal" in answer) {
      const latest = Math.max(believedBefore, this.#state.believed());
      const ends = [expiresBefore, order.expiresAt?.getTime()].filter((end) => end !== undefined);
      if (
        answer.refusal === "HOLD_EXPIRED" &&
        order.status === "OPEN" &&
        Math.min(...ends) > latest
      )
        throw new Violation("I6", `${kind} of ${id} was refused as HOLD_EXPIRED before its time`);
      return;
    }
    const left = answer.bookings.filter(({ status }) => !mayBe(kind, status));
    const [first] = left;
    if (first)
      throw new Violation(
        "I7",
        `${kind} of ${id} was answered while ${first.id} is ${first.status}`,
      );
  }

  written({ table, before, after, at }: Entry): void {
    if (table === "orders" && after) this.#orderWritten(before as never, after as never, at);
    if (table === "bookings" && !before && after?.["live"] === true)
      this.#checkJoined(after as never);
    if (table === "bookings" && before?.["live"] === true && after?.["live"] === true)
      this.#bookingWritten(before as never, after as never);
  }

  #orderWritten(before: OrderDocument | undefined, after: OrderDocument, at: number): void {
    if (!before || before.status === after.status) return;
    const { _id, status } = after;
    if (!next[before.status]?.includes(status))
      throw new Violation("I7", `${_id} went from ${before.status} to ${status}`);
    const isOver = before.status === "OPEN" && Number(before.expiresAt) <= at;
    if ((status === "EXPIRED") !== isOver)
      throw new Violation(
        "I7",
        `${_id} became ${status}, and ${isOver ? "had" : "had not"} expired`,
      );
    if (status === "CONFIRMED") this.#checkSold(after);
  }

  /** At this instant exactly the live bookings are sold, and their places are theirs for good. */
  #checkSold({ _id, bookingIds, sold }: OrderDocument): void {
    const live = bookingIds.filter((id) => this.#booking(id)?.status === "ON_HOLD");
    const named = sold.map(({ bookingId }) => bookingId);
    if (live.toSorted().join() !== named.toSorted().join())
      throw new Violation(
        "I7",
        `${_id} has sold ${named.join()}, and its holds are ${live.join()}`,
      );
    const claims = new Map(
      [...ledgersIn(this.#state)].flatMap((ledger) => [...lastSteps(this.#state, ledger)]),
    );
    for (const id of live)
      for (const { claimId, ledger } of this.#booking(id)?.claims ?? []) {
        if (this.#state.lost.has(ledger)) continue;
        const state = claims.get(claimId)?.state;
        if (state !== undefined && state !== "CONFIRMED")
          throw new Violation("I7", `${_id} is confirmed, and ${claimId} is ${state}`);
      }
  }

  /** A decision knows every booking of its order. */
  #checkJoined({ _id, orderId }: BookingDocument): void {
    if (orderId === undefined) return;
    const order = this.#order(orderId);
    if (!order?.bookingIds.includes(_id))
      throw new Violation("I7", `${_id} was inserted, and ${orderId} does not name it`);
    if (order.status === "CONFIRMED" || order.status === "CANCELLED")
      throw new Violation("I7", `${_id} was inserted into ${orderId}, which is ${order.status}`);
  }

  #bookingWritten(before: BookingDocument, after: BookingDocument): void {
    const { orderId } = after;
    if (before.orderId !== orderId)
      throw new Violation("I7", `${after._id} went from ${before.orderId} to ${orderId}`);
    const order = orderId === undefined ? undefined : this.#order(orderId);
    if (!order || before.status !== "ON_HOLD") return;
    const isChanged = namesOf(before) !== namesOf(after);
    if (isChanged && order.status !== "OPEN")
      throw new Violation(
        "I7",
        `the places of ${after._id} changed after ${order._id} was decided`,
      );
    if (before.status === after.status) return;
    const wasConfirmed = order.confirmedAt !== null;
    const isRight = {
      PENDING: wasConfirmed,
      CONFIRMED: wasConfirmed,
      EXPIRED: order.status === "EXPIRED",
      // One that was sold is confirmed before it is cancelled.
      CANCELLED: order.status === "OPEN" || (order.status === "CANCELLED" && !wasConfirmed),
      REJECTED: order.status === "OPEN",
      ON_HOLD: true,
    }[after.status];
    if (!isRight)
      throw new Violation(
        "I7",
        `${after._id} became ${after.status} in ${order._id}, ${order.status}`,
      );
  }

  checkAtRest(): void {
    for (const order of ordersIn(this.#state)) {
      if (order.outbox.length > 0) throw new Violation("I4", `${order._id} has undelivered events`);
      if (
        order.status === "OPEN" &&
        Number(order.expiresAt) < this.#state.slowest() - sweptWithinMs
      )
        throw new Violation("I7", `${order._id} has expired and is not swept`);
      for (const id of order.bookingIds) this.#checkFollowed(order, id);
    }
  }

  #checkFollowed({ _id, status, expiresAt }: OrderDocument, id: string): void {
    const booking = this.#booking(id);
    if (!booking?.live) return;
    const isLive = ["ON_HOLD", "PENDING", "CONFIRMED"].includes(booking.status);
    const isLeft = status === "CANCELLED" ? isLive : booking.status === "ON_HOLD";
    if (status !== "OPEN" && isLeft)
      throw new Violation("I7", `${_id} is ${status}, and ${id} is ${booking.status}`);
    const isShort = isLive && Number(booking.expiresAt) < Number(expiresAt);
    if (status === "OPEN" && isShort)
      throw new Violation("I7", `${id} ends before its order ${_id}`);
  }

  #order(id: string): OrderDocument | undefined {
    return this.#state.orders.documents.get(id) as OrderDocument | undefined;
  }

  #booking(id: string): BookingDocument | undefined {
    return this.#state.bookings.documents.get(id) as BookingDocument | undefined;
  }
}

const sweptWithinMs = 30_000;

function mayBe(kind: string, status: string): boolean {
  if (kind === "confirmOrder") return status !== "ON_HOLD" && status !== "EXPIRED";
  if (kind === "cancelOrder") return ["CANCELLED", "REJECTED", "EXPIRED"].includes(status);
  return true;
}

function namesOf({ claims }: BookingDocument): string {
  return claims.map(({ claimId }) => claimId).join();
}
