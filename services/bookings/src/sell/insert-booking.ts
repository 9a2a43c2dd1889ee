import { type Request, isLate, isRefusal, ownRequest, refuse } from "@slipway/broker";
import { databaseFailureOf, duplicateKey, eventOf, laterThan, newId } from "@slipway/store";
import { recordOf } from "../booking-record.ts";
import type { BookingEvent } from "../booking-document.ts";
import { type Booking, channelKeyOf } from "../booking.ts";
import type { ClaimedQuote } from "./claim-quote.ts";
import { lateMaxMs } from "../feed/change-feed.ts";
import type { Deps } from "../deps.ts";
import { searchTextOf } from "../list/list-filter.ts";
import { releaseClaims } from "../lifecycle/release-claims.ts";
import { usageSnapshotOf } from "./quote.ts";
import { occupiedUntil } from "./option-policy.ts";

/**
 * Inserts the booking that names the claims: from here on it exists. If another request's booking has
 * the idempotency key, answers that booking and no event.
 */
export async function insertBooking(
  deps: Deps,
  request: Request,
  sold: ClaimedQuote,
): Promise<{ booking: Booking; event?: BookingEvent }> {
  const booking = bookingOf(request, sold);
  const event = eventOfCreation(request, booking, sold);
  try {
    // Past the deadline the facts may forbid the booking. An insert waits for the previous round trip,
    // so the store checks the deadline when it sends it.
    await deps.store.insert(booking, event, () => isLate(request));
  } catch (error) {
    if (isRefusal(error, "SERVICE_UNAVAILABLE")) {
      // The insert was not sent: no booking names the claims, and none ever will.
      void giveBack(deps, ownRequest(deps.broker, booking.tenantId), booking);
      throw error;
    }
    const index = duplicateKey(error);
    if (index && ("idempotencyKey" in index || "channelKey" in index))
      return { booking: await yieldToWinner(deps, request, booking) };
    // mark: unknown-insert
    await requireInserted(deps, booking, error);
  }
  return { booking: await dated(deps, booking), event };
}

/**
 * A slow insert may land after readers of the change feed have passed its updatedAt. It gets a later
 * updatedAt, so that they find it.
 */
async function dated(deps: Deps, booking: Booking): Promise<Booking> {
  if (deps.clock() < booking.updatedAt.getTime() + lateMaxMs - inexactMs) return booking;
  const updatedAt = laterThan(booking.updatedAt, deps.clock());
  if (await deps.store.redate(booking, updatedAt))
    return { ...booking, updatedAt, revision: booking.revision + 1 };
  // Another request has changed it since, or the database is still slow.
  deps.log("warn", `${booking._id} was written late`);
  return booking;
}

/** The error of this process's estimate of the database's clock. */
const inexactMs = 500;

/** The winner has another id, which proves that no booking can ever name these claims. */
async function yieldToWinner(deps: Deps, request: Request, loser: Booking): Promise<Booking> {
  const [winner] = await Promise.all([findWinner(deps, loser), giveBack(deps, request, loser)]);
  if (!winner) throw refuse("SERVICE_UNAVAILABLE");
  return winner;
}

/** The booking that has the loser's idempotency key or channel key. */
async function findWinner({ store }: Deps, loser: Booking): Promise<Booking | null> {
  const { tenantId, idempotencyKey, sourceChannelConnectionId, externalId } = loser;
  const keyed = idempotencyKey === undefined ? null : store.findByKey(tenantId, idempotencyKey);
  const winner = await keyed;
  if (winner || sourceChannelConnectionId === null || externalId === null) return winner;
  return store.findByOrigin(tenantId, {
    channelConnectionId: sourceChannelConnectionId,
    externalId,
  });
}

/** Releases the claims of a booking that will never exist. Recovery repeats what fails here. */
async function giveBack(deps: Deps, request: Request, never: Booking): Promise<void> {
  const { supplierId, _id: bookingId, claims } = never;
  const releases = { supplierId, bookingId, claims, neverNamed: true } as const;
  await releaseClaims(request, releases).catch((error: unknown) =>
    deps.log("warn", `claims of ${bookingId} left to recovery: ${String(error)}`),
  );
}

/**
 * Returns if the insert has succeeded after all. If a tombstone has the id, nothing was done and
 * recovery releases the claims. Otherwise the insert may still arrive: nothing is released.
 */
async function requireInserted(deps: Deps, booking: Booking, error: unknown): Promise<void> {
  const failure = databaseFailureOf(error);
  // No booking names the claims; recovery releases them.
  if (failure === "nothingDone") throw refuse("SERVICE_UNAVAILABLE");
  const found = await deps.store.isInserted(booking.tenantId, booking._id).catch(() => undefined);
  if (found === true) return;
  if (duplicateKey(error) && found === false) throw refuse("SERVICE_UNAVAILABLE");
  // A tombstone or this booking has the id; only the read above could tell which.
  if (failure === "inDoubt" || duplicateKey(error)) throw refuse("OUTCOME_UNKNOWN");
  throw error;
}

function bookingOf(request: Request, sold: ClaimedQuote): Booking {
  const { bookingId, input, facts, startAt, claimed, now, quote } = sold;
  const at = new Date(now);
  return {
    _id: bookingId,
    tenantId: request.caller.tenantId,
    uuid: input.uuid,
    revision: 1,
    supplierId: facts.supplierId,
    productId: facts.productId,
    optionId: facts.option.id,
    sourceChannelConnectionId: input.origin?.channelConnectionId ?? null,
    source: request.caller.source,
    externalId: input.origin?.externalId ?? null,
    ...(input.origin && { channelKey: channelKeyOf(input.origin) }),
    status: sold.status,
    startAt: new Date(startAt),
    endAt: input.endAt === undefined ? null : new Date(input.endAt),
    occupiedUntil: new Date(occupiedUntil(facts, startAt)),
    expiresAt: sold.expiresAt,
    customer: textOf(input.customer),
    notes: input.notes ?? null,
    cancellationReason: null,
    ...(input.idempotencyKey === undefined ? {} : { idempotencyKey: input.idempotencyKey }),
    pricingSnapshot: sold.pricingSnapshot,
    resourceUsageSnapshot: usageSnapshotOf(claimed.taken),
    participants: textOf(input.participants),
    unitItems: quote.travellers.unitCounts.map(({ unit, quantity }) => ({
      id: newId("itm", now),
      unitId: unit.id,
      quantity,
    })),
    resourceItems: quote.demand.resourceItems,
    claims: claimed.claims,
    searchText: searchTextOf(input.customer),
    createdAt: at,
    updatedAt: at,
  };
}

function textOf(json: Readonly<Record<string, unknown>> | undefined): string | null {
  return json === undefined ? null : JSON.stringify(json);
}

function eventOfCreation(request: Request, booking: Booking, sold: ClaimedQuote): BookingEvent {
  const { _id: entityId, createdAt, optionId, productId, startAt } = booking;
  const event = eventOf(request.caller, createdAt.getTime(), {
    entityType: "booking",
    entityId,
    verb: "create",
    before: null,
    after: recordOf(booking),
  });
  if (!sold.makesDeparture) return event;
  return { ...event, departs: { optionId, productId, startAt: startAt.toISOString() } };
}
