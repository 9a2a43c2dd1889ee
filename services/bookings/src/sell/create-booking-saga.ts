/**
 * The saga of a new booking: its steps in order, each with its undo. A step is undone only on proof that
 * no booking has the claims or can ever get them. Without that proof recovery of claims decides.
 *
 *   1. claimPlaces      undo: releaseUnnamed
 *      joinOrder        only in an order: names the booking there first, so that a decision about the order knows it
 *   2. insertBooking    no undo: from here on the booking exists
 *   3. finishCreation   no undo: recovery attaches the claims, the outbox records the departure
 */
import assert from "node:assert";
import {
  type Request,
  asParsed,
  call,
  isLate,
  isRefusal,
  ownRequest,
  refuse,
} from "@slipway/broker";
import { type OutputOf, resourcesCapacity } from "@slipway/contracts";
import { databaseFailureOf, duplicateKey } from "@slipway/store";
import { type BookingEvent, holderOf } from "../record/booking-document.ts";
import { recordOf } from "../record/booking-record.ts";
import type { Booking, BookingRecord } from "../record/booking.ts";
import type { SellDeps } from "./deps.ts";
import { joinOrder } from "./join-order.ts";
import { redateOwnInsert } from "../record/repair-late-insert.ts";
import { issueOtherCodes } from "../record/issue-ticket-names.ts";
import { referenceOf, referencesMax } from "../record/reference.ts";
import { departBeforeAnswer, releaseUnnamed } from "../claims/release-claims.ts";
import { isOutcomeUnknown, knowingResources, refusalNamed } from "../offer/answer-refusal.ts";
import {
  type Draft,
  type Order,
  buildBooking,
  claimOf,
  creationOf,
  draftOf,
} from "./build-booking.ts";
import { pricedQuote } from "../offer/quote.ts";

interface Made {
  booking: Booking;
  /** The record of the booking, if its event has needed it. */
  record?: BookingRecord;
  /** Undefined if another request's booking has the idempotency key or the channel key. */
  event?: BookingEvent;
}

/**
 * Steps 1 and 2. The caller keeps the facts in use until this returns. Refuses QUOTA_EXCEEDED where the key has as many
 * live holds as it may have; a sale that is no hold asks nothing about them.
 */
export function claimAndInsert(deps: SellDeps, request: Request, order: Order): Promise<Made> {
  const now = deps.clock();
  const draft = draftOf(order, now);
  if (draft.status !== "ON_HOLD") return claimAndInsertDraft(deps, request, order, draft);
  const { tenantId } = request.caller;
  const heldBy = holderOf(request.caller);
  return deps.config.holdQuota.withinAllowance(
    `${tenantId}|${heldBy}`,
    (limit) => deps.store.countHolds(tenantId, { heldBy, now, limit }),
    () => claimAndInsertDraft(deps, request, order, draft),
  );
}

async function claimAndInsertDraft(
  deps: SellDeps,
  request: Request,
  order: Order,
  draft: Draft,
): Promise<Made> {
  const claimed = await claimPlaces(request, order, draft);
  const pricingSnapshot = pricedQuote(order.quote, order.facts, claimed.taken);
  if (pricingSnapshot === "TOO_BIG") {
    // No booking of this id will ever be inserted, so the claims can be released now.
    const { supplierId } = order.facts;
    await releaseUnnamed(deps, request, { ...draft, supplierId, claims: claimed.claims });
    throw refusalNamed({ refusal: "TOTAL_TOO_BIG" });
  }
  const booking = buildBooking(request, order, draft, { claimed, pricingSnapshot });
  if (order.input.openOrder) await joinOrder(deps, request, booking, order.input.openOrder);
  return insertBooking(deps, request, order, booking);
}

type Claimed = OutputOf<typeof resourcesCapacity.claimCapacity>;

/**
 * Step 1: claims the places under the new booking id, until the hold expires or for good. If the answer
 * is lost, only recovery can release the claims: no booking has that id yet.
 */
async function claimPlaces(request: Request, order: Order, draft: Draft): Promise<Claimed> {
  const { claimCapacity } = resourcesCapacity;
  const command = asParsed(claimCapacity, { ...claimOf(order, draft), attempt: "0" });
  try {
    const { resourceItems } = order.input;
    return await knowingResources(request, resourceItems, call(request, claimCapacity, command));
  } catch (error) {
    // No booking was made and none can follow: for the client nothing was done.
    if (isOutcomeUnknown(error)) throw refuse("SERVICE_UNAVAILABLE");
    throw error;
  }
}

/**
 * Step 2: inserts the booking that names the claims: from here on it exists. If another request's booking
 * has the idempotency key or the channel key, undoes step 1 and answers that booking without an event. If
 * another booking has the reference or the code of a ticket, the unique index has refused the insert: it is
 * repeated with another.
 */
async function insertBooking(
  deps: SellDeps,
  request: Request,
  order: Order,
  built: Booking,
): Promise<Made> {
  let booking = built;
  for (let attempt = 1; ; attempt++) {
    const record = recordOf(booking);
    const event = creationOf(request, { booking, record }, order);
    const made = await insertNamed(deps, request, booking, event);
    if (typeof made === "object") return made.booking === booking ? { ...made, record } : made;
    assert(attempt < referencesMax, "a booking finds free names");
    booking =
      made === "reference taken"
        ? { ...booking, reference: referenceOf(built._id, attempt) }
        : { ...booking, tickets: issueOtherCodes(booking.tickets) };
  }
}

async function insertNamed(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  event: BookingEvent,
): Promise<Made | "reference taken" | "code taken"> {
  try {
    // Past the deadline the facts may forbid the booking. An insert waits for the previous round trip,
    // so the store checks the deadline when it sends it.
    /* mark: insert-booking */ await deps.store.insert(booking, event, () => isLate(request));
  } catch (error) {
    if (isRefusal(error, "SERVICE_UNAVAILABLE")) {
      // The insert was not sent: no booking names the claims, and none ever will.
      void releaseUnnamed(deps, ownRequest(deps.broker, booking.tenantId), booking);
      throw error;
    }
    const index = duplicateKey(error);
    if (index && "reference" in index) return "reference taken";
    if (index && "tickets.code" in index) return "code taken";
    if (index && ("idempotencyKey" in index || "channelKey" in index))
      return { booking: await yieldToWinner(deps, request, booking) };
    // mark: unknown-insert
    await requireInserted(deps, request, booking, error);
  }
  return redateOwnInsert(deps, { booking, event });
}

/** The winner has another id, which proves that no booking can ever name these claims. */
async function yieldToWinner(deps: SellDeps, request: Request, loser: Booking): Promise<Booking> {
  // The winner may be archived: then looking for it refuses, and the places are given back all the same.
  const [winner] = await Promise.all([
    findWinner(deps, loser),
    releaseUnnamed(deps, request, loser),
  ]);
  if (!winner) throw refuse("SERVICE_UNAVAILABLE");
  return winner;
}

/** The booking that has the loser's idempotency key or channel key. */
async function findWinner({ store }: SellDeps, loser: Booking): Promise<Booking | null> {
  const { tenantId, idempotencyKey, sourceChannelConnectionId, externalId } = loser;
  const keyed = idempotencyKey === undefined ? null : store.findByKey(tenantId, idempotencyKey);
  const winner = await keyed;
  if (winner || sourceChannelConnectionId === null || externalId === null) return winner;
  return store.findByOrigin(tenantId, {
    channelConnectionId: sourceChannelConnectionId,
    externalId,
  });
}

/**
 * Returns if the insert has succeeded after all. If a tombstone has the id, of recovery or of a decision about its order,
 * nothing was done and nothing ever will be: the claims are released. Otherwise the insert may still arrive: none is.
 */
async function requireInserted(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  error: unknown,
): Promise<void> {
  const failure = databaseFailureOf(error);
  // No booking names the claims; recovery releases them.
  if (failure === "nothingDone") throw refuse("SERVICE_UNAVAILABLE");
  const found = await deps.store.isInserted(booking.tenantId, booking._id).catch(() => undefined);
  if (found === true) return;
  if (duplicateKey(error) && found === false) {
    await releaseUnnamed(deps, request, booking);
    throw refuse("SERVICE_UNAVAILABLE");
  }
  // A tombstone or this booking has the id; only the read above could show which.
  if (failure === "inDoubt" || duplicateKey(error)) throw refuse("OUTCOME_UNKNOWN");
  throw error;
}

/** Step 3: reports the claims as attached, and records the booking's manual departure before the answer. */
export async function finishCreation(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  event: BookingEvent,
): Promise<void> {
  deps.attachments.add(booking.tenantId, booking.claims);
  const { departs, ...departed } = event;
  const left = departs && (await departBeforeAnswer(deps, request, event));
  deps.deliver(booking._id, { ...departed, ...left });
}
