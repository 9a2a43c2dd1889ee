import { isDeepStrictEqual } from "node:util";
import { type Request, call, isLate, ownRequest, refuse } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import { databaseFailureOf, eventOf, laterThan } from "@slipway/store";
import type { BookingEvent } from "../booking-document.ts";
import { recordOf } from "../booking-record.ts";
import type { Booking, Changed, ClaimName } from "../booking.ts";
import { giveBackClaims } from "./claim-change.ts";
import type { Deps } from "../deps.ts";
import { bare, releaseBeforeAnswer } from "../lifecycle/release-claims.ts";

/** A decided change: what it sets and, where it takes other places, the claims that hold them. */
export interface DecidedChange {
  set: Changed;
  /** Undefined: the booking keeps its claims. */
  claims?: ClaimName[];
  /** It makes a manual departure. */
  makesDeparture?: boolean;
  /** In the audit log; an update unless given. */
  verb?: "repair";
}

/**
 * Writes a change on the very revision it was decided on, and tells it unless it changes nothing but
 * the token; undefined when another write came first:
 * then its new claims are given back, since no other write can name them. Once written, the old
 * ones are given back before this returns, and again from the outbox until that is acknowledged.
 * A write whose answer is lost and that is not found leaves both to recovery.
 */
export async function writeChange(
  deps: Deps,
  request: Request,
  booking: Booking,
  decided: DecidedChange,
): Promise<Booking | undefined> {
  const own = decided.claims ?? [];
  if (isLate(request)) {
    // What the facts allowed may be forbidden by now. Nothing names the new claims.
    const { broker } = deps;
    void giveBackClaims(deps, ownRequest(broker, booking.tenantId), booking, own);
    throw refuse("SERVICE_UNAVAILABLE");
  }
  const updatedAt = laterThan(booking.updatedAt, deps.clock());
  const claims = decided.claims ? { claims: decided.claims } : {};
  const set = { ...decided.set, ...claims };
  const changed: Booking = { ...booking, ...set, updatedAt, revision: booking.revision + 1 };
  const event = tellsNothing({ booking, changed, decided })
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

/** Whether only the token is used up: the record stays, and so do its places. */
function tellsNothing({ booking, changed, decided }: Written): boolean {
  if (decided.claims || decided.makesDeparture) return false;
  const { updatedAt } = booking;
  return isDeepStrictEqual(recordOf(booking), recordOf({ ...changed, updatedAt }));
}

interface Write {
  set: Changed;
  updatedAt: Date;
  event: BookingEvent | undefined;
  /** The request's deadline by the database's clock: what the facts allowed may be forbidden after it. */
  by: Date;
  /** Names that only this very write can bring into the booking. */
  own: ClaimName[];
}

/** False only where the write certainly never was and never will be. */
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

/** Brings about what the change entails; what fails here the outbox does again. */
async function finish(
  deps: Deps,
  request: Request,
  bookingId: string,
  event: BookingEvent,
): Promise<void> {
  let untold = event;
  try {
    if (event.releases) await releaseBeforeAnswer(request, event.releases);
    if (event.departs) await call(request, availability.recordManualDeparture, event.departs);
    untold = bare(event);
  } finally {
    deps.tell(bookingId, untold);
  }
}
