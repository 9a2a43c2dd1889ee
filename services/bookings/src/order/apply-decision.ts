/**
 * The saga of a decision about an order (I7), its steps in order:
 *
 *   1. before           confirm and extend change the claims of every live booking first. No undo: they are released when
 *                       the booking ends.
 *   2. mark             names the order's revision in every live booking: a later change of one raises the revision
 *                       (lifecycle/resolve-mark.ts). A booking that was named and not inserted gets a tombstone.
 *   3. orders.write     one conditional write on that revision, the point of no return. No undo.
 *   4. followOrder      every booking becomes what the order says, before the answer. The outbox and the sweep repeat it.
 */
import { type Request, keysAfter, ownRequest, refuse } from "@slipway/broker";
import { type NewEvent, type RefusalCode } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import { changeAttemptsMax } from "../constants.ts";
import { type Decided, followAll, followOrder } from "../lifecycle/follow-order.ts";
import { releaseAgain } from "../lifecycle/write-transition.ts";
import { isFinal } from "../record/apply-change.ts";
import { inOrder } from "../record/booking-store.ts";
import { type Booking, isLiveStatus } from "../record/booking.ts";
import { type Order, type OrderRecord, followingOf } from "../record/order.ts";
import { orderChangeOf, orderRecordOf } from "../record/order-record.ts";
import type { OrderChange } from "../record/order-store.ts";
import type { OrderDeps } from "./deps.ts";
import { readOrder } from "./get-order.ts";

type Set = OrderChange["set"];
type DecisionType = "order.extended" | "order.confirmed" | "order.cancelled";

/** A decision about an order and its live bookings as they were read. */
export interface Decision {
  readonly type: DecisionType;
  /** The fields that it sets, or its refusal, which is thrown. Undefined: there is nothing to do. */
  readonly decide: (
    order: Order,
    live: readonly Booking[],
    now: number,
  ) => Promise<Set | undefined> | Set | undefined;
  /** Step 1 for one booking. Its refusal is that of the whole. */
  readonly before?: (booking: Booking, set: Set) => Promise<RefusalCode | undefined>;
}

/**
 * Decides about an order as it was read, and writes on that revision; starts again where another decision, or a change of
 * one of its bookings, came first. A refusal is answered only once the read is confirmed. Requests with one key take turns within
 * a process: each marks the same bookings, and would use up the others' attempts.
 */
export async function applyDecision(
  deps: OrderDeps,
  request: Request,
  id: string,
  decision: Decision,
): Promise<OrderRecord> {
  const { repeat } = request;
  const apply = () => applyInTurn(deps, request, id, decision);
  return repeat ? deps.turns(`${id}|${repeat.key}`, apply) : apply();
}

async function applyInTurn(
  deps: OrderDeps,
  request: Request,
  id: string,
  decision: Decision,
): Promise<OrderRecord> {
  const { tenantId } = request.caller;
  for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
    const order = await deps.orders.getToChange(tenantId, id);
    if (!order) throw refuse("NOT_FOUND");
    // The clock of the database may be another one after a fail-over.
    if (attempt > 0) await deps.measureTime();
    const outcome = await attemptOn(deps, request, order, decision);
    if (outcome === "again") continue;
    // The key is the order's: its bookings do not keep it.
    const unnamed = { ...request, repeat: undefined };
    // mark: follow-before-answer
    if (outcome !== "nothing") return followBeforeAnswer(deps, unnamed, outcome);
    return readOrder(deps, tenantId, id);
  }
  throw refuse("VERSION_CONFLICT");
}

async function attemptOn(
  deps: OrderDeps,
  request: Request,
  order: Order,
  decision: Decision,
): Promise<Decided | "again" | "nothing"> {
  const isKept = await deps.orders.isKept(order, request, deps.clock());
  const found = await readBookings(deps, order);
  if (!found) return "again";
  const live = found.filter(({ status }) => isLiveStatus(status));
  // Race: bookings may not have followed the last decision yet. What is decided now rests on what they become by it.
  if (live.some((booking) => followingOf(order, booking))) {
    await followOrder(deps, ownRequest(deps.broker, order.tenantId), order._id);
    if (!isKept) return "again";
  }
  if (isKept) {
    if (decision.type === "order.cancelled") await releaseAgain(request, found);
    return "nothing";
  }
  try {
    const set = await decision.decide(order, live, deps.clock());
    if (!set) return (await isSettled(deps, request, order)) ? "nothing" : "again";
    await prepare(live, set, decision);
    // mark: mark-bookings
    const bookings = await markAll(deps, order, found);
    if (!bookings) return "again";
    const decided = await write(deps, request, order, { set, type: decision.type });
    return decided ? { order: decided, bookings } : "again";
  } catch (error) {
    // A change of the order or of a booking that came first may be the reason.
    const isTrue = !isFinal(error) || (await areStill(deps, order, live));
    if (isTrue) throw error;
    return "again";
  }
}

/** Whether an order to which nothing is to do still is as it was read. It keeps the key: see onceByKey. */
async function isSettled(deps: OrderDeps, request: Request, order: Order): Promise<boolean> {
  const { repeat } = request;
  if (!repeat) return deps.orders.isStill(order);
  const set = keysAfter(repeat, order.usedKeys, deps.clock());
  return deps.orders.write(order, { set, open: "any" });
}

/**
 * Step 2. The version of each booking in the filter decides the race with a change of it. Answers the marked bookings with
 * those that have ended; undefined: one has changed.
 */
async function markAll(
  { store }: OrderDeps,
  { revision }: Order,
  found: readonly Booking[],
): Promise<Booking[] | undefined> {
  const marked = await Promise.all(
    found.map(async (each) =>
      isLiveStatus(each.status) ? store.mark(each, { orderRevision: revision }) : each,
    ),
  );
  const bookings = marked.filter((each) => each !== undefined);
  return bookings.length === found.length ? bookings : undefined;
}

async function areStill(deps: OrderDeps, order: Order, live: readonly Booking[]): Promise<boolean> {
  const [isOrder, areBookings] = await Promise.all([
    deps.orders.isStill(order),
    deps.store.areStill(live),
  ]);
  return isOrder && areBookings;
}

/** Step 1. Other refusals than the first are not answered. */
async function prepare(live: readonly Booking[], set: Set, { before }: Decision): Promise<void> {
  if (!before) return;
  const refusals = await Promise.all(live.map((each) => before(each, set)));
  const refusal = refusals.find((each) => each !== undefined);
  if (refusal !== undefined) throw refuse(refusal);
}

/**
 * The bookings of an order, by a majority read: that one has ended is for good. Before it leaves out an id without a
 * booking, it takes the id with a tombstone, so that an insert that is still under way fails. Undefined: the insert came
 * first, read again.
 */
async function readBookings(deps: OrderDeps, order: Order): Promise<Booking[] | undefined> {
  const { tenantId, bookingIds } = order;
  const found = await deps.store.listOf(tenantId, bookingIds);
  const known = new Set(found.map(({ _id }) => _id));
  const now = new Date(deps.clock());
  for (const id of bookingIds) {
    if (known.has(id)) continue;
    // mark: tombstone-of-order
    await deps.tombstones.insertTombstone(tenantId, id, now);
  }
  if (found.length < bookingIds.length && (await isMissed(deps, order, known))) return undefined;
  return found;
}

/** Whether a booking has come since the read. */
async function isMissed(
  { store }: OrderDeps,
  { tenantId, bookingIds }: Order,
  known: ReadonlySet<string>,
): Promise<boolean> {
  const others = bookingIds.filter((id) => !known.has(id));
  return (await store.listOf(tenantId, others)).length > 0;
}

/**
 * Step 3, which also adds the key of the request. The revision in the filter decides every race, that of two requests with
 * one key too. The database's clock decides that with the order's expiry. Answers the decided order.
 */
async function write(
  deps: OrderDeps,
  request: Request,
  order: Order,
  { set: fields, type }: { readonly set: Set; readonly type: DecisionType },
): Promise<Order | undefined> {
  const updatedAt = laterThan(order.updatedAt, deps.clock());
  const set = {
    ...fields,
    ...(request.repeat && keysAfter(request.repeat, order.usedKeys, updatedAt.getTime())),
    ...(type === "order.confirmed" && { confirmedAt: updatedAt }),
    ...(type === "order.cancelled" && { cancelledAt: updatedAt }),
    updatedAt,
  };
  const decided = { ...order, ...set, revision: order.revision + 1 };
  const change = {
    type,
    entityId: order._id,
    before: orderChangeOf(order),
    after: orderChangeOf(decided),
  } as NewEvent;
  const event = eventOf(request.caller, updatedAt.getTime(), change);
  // mark: order-point-of-no-return
  const isWritten = await deps.orders.write(order, { set, event, open: "pending" });
  return isWritten ? decided : undefined;
}

const pauseMs = 25;

/** Step 4: the answer waits. After its deadline it is OUTCOME_UNKNOWN: the order is decided, and its bookings follow. */
async function followBeforeAnswer(
  deps: OrderDeps,
  request: Request,
  decided: Decided,
): Promise<OrderRecord> {
  for (let pause = pauseMs; ; pause *= 2) {
    try {
      const bookings = await followAll(deps, request, decided);
      return await answerOf(deps, { ...decided, bookings });
    } catch {
      if (Date.now() + pause >= request.deadline) throw refuse("OUTCOME_UNKNOWN");
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

/** Archived bookings were not read. */
async function answerOf(deps: OrderDeps, { order, bookings }: Decided): Promise<OrderRecord> {
  const isWhole = bookings.length === order.bookingIds.length;
  const shown = isWhole
    ? bookings.map(inOrder)
    : await deps.store.listInOrders(order.tenantId, order.bookingIds);
  return orderRecordOf(order, shown, deps.clock());
}
