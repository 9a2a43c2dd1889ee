import { isDeepStrictEqual } from "node:util";
import { type Request, call, isLate, ownRequest, refuse } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import { databaseFailureOf, eventOf, laterThan } from "@slipway/store";
import type { BookingEvent } from "../booking-document.ts";
import { recordOf } from "../booking-record.ts";
import type { Booking, Changed, ClaimName } from "../booking.ts";
import { giveBackClaims } from "./claim-change.ts";
import type { Deps } from "../deps.ts";
import { withoutEffects, releaseBeforeAnswer } from "../lifecycle/release-claims.ts";

/** A decided change: the fields it sets and, if it takes other places, their claims. */
export interface DecidedChange {
  set: Changed;
  /** Undefined: the booking keeps its claims. */
  claims?: ClaimName[];
  /** The change makes a manual departure. */
  makesDeparture?: boolean;
  /** The verb in the audit log; default: update. */
  verb?: "repair";
}

/**
 * Writes a change on the version it was decided on, with an audit event unless only the token changes.
 * Undefined if another write came first: then it releases the new claims, which no other write can
 * name. After the write it releases the old claims before it returns; the outbox repeats that until
 * capacity acknowledges. If the write's answer is lost and the write is not found, recovery releases
 * the claims that the booking does not name.
 */
export async function writeChange(
  deps: Deps,
  request: Request,
  booking: Booking,
  decided: DecidedChange,
): Promise<Booking | undefined> {
  const own = decided.claims ?? [];
  if (isLate(request)) {
    // The facts may forbid the change by now. No write names the new claims.
    const { broker } = deps;
    void giveBackClaims(deps, ownRequest(broker, booking.tenantId), booking, own);
    throw refuse("SERVICE_UNAVAILABLE");
  }
  const updatedAt = laterThan(booking.updatedAt, deps.clock());
  const claims = decided.claims ? { claims: decided.claims } : {};
  const set = { ...decided.set, ...claims };
  const changed: Booking = { ...booking, ...set, updatedAt, revision: booking.revision + 1 };
  const event = changesTokenOnly({ booking, changed, decided })
    ? undefined
    : eventOfChange(request, { booking, changed, decided });
  const by = new Date(deps.clock() + request.deadline - Date.now());
  // mark: change-write
  if (!(await write(deps, booking, { set, updatedAt, event, own, by }))) {
    await giveBackClaims(deps, request, booking, own);
    return undefined;
  }
  if (decided.claims) deps.attachments.add(booking.tenantId, own);
  if (event) await finish(deps, request, booking._id, event);
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

interface Write {
  set: Changed;
  updatedAt: Date;
  event: BookingEvent | undefined;
  /** The request's deadline by the database's clock: after it the facts may forbid the change. */
  by: Date;
  /** Claims that only this write can bring into the booking. */
  own: ClaimName[];
}

/** False only if this write certainly did not and will not take effect. */
async function write(deps: Deps, booking: Booking, { own, ...change }: Write): Promise<boolean> {
  const { tenantId, _id } = booking;
  const [claim] = own;
  const isOurs = async (): Promise<boolean> =>
    claim !== undefined && (await deps.store.isNaming(tenantId, _id, claim.claimId));
  try {
    return (await deps.store.change(booking, { ...change, hold: "pending" })) || (await isOurs());
  } catch (error) {
    if (databaseFailureOf(error) === "fault") throw error;
    if (await isOurs().catch(() => false)) return true;
    throw refuse("OUTCOME_UNKNOWN");
  }
}

function eventOfChange(request: Request, { booking, changed, decided }: Written): BookingEvent {
  const { _id: bookingId, supplierId, claims, optionId, productId } = booking;
  const event = eventOf(request.caller, changed.updatedAt.getTime(), {
    entityType: "booking",
    entityId: bookingId,
    verb: decided.verb ?? "update",
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

/** Carries out the effects of a change; the outbox repeats what fails here. */
async function finish(
  deps: Deps,
  request: Request,
  bookingId: string,
  event: BookingEvent,
): Promise<void> {
  let pending = event;
  try {
    if (event.releases) await releaseBeforeAnswer(request, event.releases);
    if (event.departs) await call(request, availability.recordManualDeparture, event.departs);
    pending = withoutEffects(event);
  } finally {
    deps.deliver(bookingId, pending);
  }
}
