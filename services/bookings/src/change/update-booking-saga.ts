/**
 * The saga of a changed booking: its steps in order, each with its undo. A step is undone only on proof
 * that the booking does not name the new claims and never will. Without it recovery of claims decides.
 *
 *   1. claimInPlace    undo: releaseUnnamed
 *   2. writeChange     no undo: from here on the booking has its new fields and claims
 *   3. finishChange    no undo: the outbox releases the old claims and records the departure
 */
import { isDeepStrictEqual } from "node:util";
import { type Request, call, isLate, keysAfter, ownRequest, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, resourcesCapacity } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { databaseFailureOf, duplicateKey, laterThan, newId } from "@slipway/store";
import type { BookingEvent } from "../record/booking-document.ts";
import { recordOf } from "../record/booking-record.ts";
import type { Change } from "../record/booking-store.ts";
import type { Booking, FieldChanges, ClaimName } from "../record/booking.ts";
import type { SellDeps } from "../sell/deps.ts";
import {
  departBeforeAnswer,
  releaseBeforeAnswer,
  releaseUnnamed,
  withoutEffects,
} from "../claims/release-claims.ts";
import { isOutcomeUnknown } from "../offer/answer-refusal.ts";
import type { Demand, Taken } from "../offer/quote.ts";

/** A decided change: the fields it sets and, if it takes other places, their claims. */
export interface DecidedChange {
  set: FieldChanges;
  /** Undefined: the booking keeps its claims. */
  claims?: ClaimName[];
  makesDeparture?: boolean;
  /** The type of its event; default: booking.updated. */
  type?: `booking.${"repaired" | "detailsUpdated" | "redeemed" | "unredeemed"}`;
}

interface Place {
  startAt: number;
  durationMinutes: number;
  demand: Demand;
}

/** A change that takes other places: `decide` makes it of what the claim took. */
export interface ChangedPlaces extends Place {
  decide: (taken: Taken) => DecidedChange;
}

/** All steps of a change that takes other places. Undefined if another write came first. */
export async function changePlaces(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  { decide, ...place }: ChangedPlaces,
): Promise<Booking | undefined> {
  const { claims, taken } = await claimInPlace(deps, request, booking, place);
  let decided: DecidedChange;
  try {
    decided = decide(taken);
  } catch (error) {
    // No write names the new claims.
    await releaseUnnamed(deps, request, { ...booking, claims });
    throw error;
  }
  return writeChange(deps, request, booking, { ...decided, claims });
}

type Claimed = OutputOf<typeof resourcesCapacity.claimCapacity>;

/**
 * Step 1: claims the places of a change under an id of this attempt alone; the present claims do not
 * count against them. The booking names the new claims by this attempt's one write, or never.
 */
async function claimInPlace(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  place: Place,
): Promise<Claimed> {
  try {
    return await call(request, resourcesCapacity.claimCapacity, {
      ...claimInPlaceOf(booking, place),
      // mark: change-attempt
      attempt: newId("mov", deps.clock()),
    });
  } catch (error) {
    // The booking keeps its claims; recovery releases the new ones if they exist.
    if (isOutcomeUnknown(error)) throw refuse("SERVICE_UNAVAILABLE");
    throw error;
  }
}

/** The claim that a change makes in place of the booking's present claims. */
export function claimInPlaceOf(
  { _id: bookingId, supplierId, status, expiresAt, claims }: Booking,
  { startAt, durationMinutes, demand }: Place,
): InputOf<typeof resourcesCapacity.checkClaim> {
  const isHold = status === "ON_HOLD" && expiresAt !== null;
  return {
    supplierId,
    bookingId,
    startAt: new Date(startAt).toISOString(),
    durationMinutes,
    demand,
    // mark: end-of-changed-hold
    until: isHold ? expiresAt.toISOString() : null,
    expand: false,
    inPlaceOf: claims,
  };
}

/**
 * Steps 2 and 3: writes a change on the version it was decided on, with an audit event unless only the
 * token changes. Undefined if another write came first: no other write can name the new claims, so step 1
 * is undone. If the write's answer is lost and the write is not found, recovery releases the claims that
 * the booking does not name.
 */
export async function writeChange(
  deps: SellDeps,
  request: Request,
  booking: Booking,
  decided: DecidedChange,
): Promise<Booking | undefined> {
  const own = decided.claims ?? [];
  if (isLate(request)) {
    // The facts may forbid the change by now. No write names the new claims.
    void releaseUnnamed(deps, ownRequest(deps.broker, booking.tenantId), {
      ...booking,
      claims: own,
    });
    throw refuse("SERVICE_UNAVAILABLE");
  }
  const updatedAt = laterThan(booking.updatedAt, deps.clock());
  const claims = decided.claims ? { claims: decided.claims } : {};
  const keys = request.repeat && keysAfter(request.repeat, booking.usedKeys, updatedAt.getTime());
  const set = { ...decided.set, ...claims, ...keys };
  const changed: Booking = { ...booking, ...set, updatedAt, revision: booking.revision + 1 };
  const event = changesTokenOnly({ booking, changed, decided })
    ? undefined
    : eventOfChange(request, { booking, changed, decided });
  const by = new Date(deps.clock() + request.deadline - Date.now());
  // mark: change-write
  // Details are no claim to places: a hold may have ended.
  const hold = decided.type === "booking.detailsUpdated" ? "any" : "pending";
  if (!(await write(deps, booking, { set, updatedAt, event, own, by, hold }))) {
    await releaseUnnamed(deps, request, { ...booking, claims: own });
    return undefined;
  }
  if (decided.claims) deps.attachments.add(booking.tenantId, own);
  if (event) await finishChange(deps, request, booking._id, event);
  return changed;
}
interface Written {
  booking: Booking;
  changed: Booking;
  decided: DecidedChange;
}

/** Whether the change only uses the token up: record and places stay. */
function changesTokenOnly({ booking, changed, decided }: Written): boolean {
  if (decided.claims || decided.makesDeparture) return false;
  const { updatedAt } = booking;
  return isDeepStrictEqual(recordOf(booking), recordOf({ ...changed, updatedAt }));
}

interface Write extends Change {
  /** The request's deadline by the database's clock: after it the facts may forbid the change. */
  by: Date;
  /** Claims that only this write can bring into the booking. */
  own: ClaimName[];
}

/** False only if this write certainly did not and will not take effect. */
async function write(
  deps: SellDeps,
  booking: Booking,
  { own, ...change }: Write,
): Promise<boolean> {
  const { tenantId, _id } = booking;
  const [claim] = own;
  try {
    // A write is sent once, so one that found nothing was never done.
    return await deps.store.change(booking, change);
  } catch (error) {
    // Another booking has the code of a new ticket: the unique index has refused the write. The next
    // attempt makes other codes.
    if (duplicateKey(error)) return false;
    if (databaseFailureOf(error) === "fault") throw error;
    const naming = claim && deps.store.isNaming(tenantId, _id, claim.claimId);
    if (await naming?.catch(() => false)) return true;
    throw refuse("OUTCOME_UNKNOWN");
  }
}

function eventOfChange(request: Request, { booking, changed, decided }: Written): BookingEvent {
  const { _id: bookingId, supplierId, claims } = booking;
  const { optionId, productId } = changed;
  const event = eventOf(request.caller, changed.updatedAt.getTime(), {
    type: decided.type ?? "booking.updated",
    entityId: bookingId,
    before: recordOf(booking),
    after: recordOf(changed),
  });
  const startAt = changed.startAt.toISOString();
  return {
    ...event,
    ...(decided.claims && claims.length > 0 ? { releases: { supplierId, bookingId, claims } } : {}),
    ...(decided.makesDeparture ? { departs: { optionId, productId, startAt } } : {}),
  };
}

/** Step 3: releases the old claims and records the manual departure; the outbox repeats what fails here. */
async function finishChange(
  deps: SellDeps,
  request: Request,
  bookingId: string,
  event: BookingEvent,
): Promise<void> {
  let pending = event;
  try {
    if (event.releases) await releaseBeforeAnswer(request, event.releases);
    const left = event.departs && (await departBeforeAnswer(deps, request, event));
    pending = { ...withoutEffects(event), ...left };
  } finally {
    deps.deliver(bookingId, pending);
  }
}
