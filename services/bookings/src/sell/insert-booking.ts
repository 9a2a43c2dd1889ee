import { type Request, isLate, isRefusal, ownRequest, refuse } from "@slipway/broker";
import { databaseFailureOf, duplicateKey, eventOf, laterThan, newId } from "@slipway/store";
import { recordOf } from "../booking-record.ts";
import type { BookingEvent } from "../booking-document.ts";
import { type Booking, channelKeyOf } from "../booking.ts";
import type { ClaimedSale } from "./claim-quote.ts";
import { lateMaxMs } from "../feed/change-feed.ts";
import type { Deps } from "../deps.ts";
import { searchTextOf } from "../list/list-filter.ts";
import { releaseClaims } from "../lifecycle/release-claims.ts";
import { usageOf } from "./quote.ts";
import { occupiedUntil } from "./option-policy.ts";

/**
 * Inserts the booking that names the claims: from here on it is. Answers with the winner, and
 * without an event, when another request's booking stands under the idempotency key.
 */
export async function insertBooking(
  deps: Deps,
  request: Request,
  sold: ClaimedSale,
): Promise<{ booking: Booking; event?: BookingEvent }> {
  const booking = bookingOf(request, sold);
  const event = eventOfCreation(request, booking, sold);
  try {
    // What the facts allowed may be forbidden past the deadline. The insert waits for the round trip
    // before its own, so the store looks at the clock when it sends it.
    await deps.store.insert(booking, event, () => isLate(request));
  } catch (error) {
    if (isRefusal(error, "SERVICE_UNAVAILABLE")) {
      // It was not sent: nothing names the claims, and nothing will.
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
 * An insert that took so long that a crawl may have passed its updatedAt before it was there gets a
 * later one: whoever crawls finds it after all.
 */
async function dated(deps: Deps, booking: Booking): Promise<Booking> {
  if (deps.clock() < booking.updatedAt.getTime() + lateMaxMs - inexactMs) return booking;
  const updatedAt = laterThan(booking.updatedAt, deps.clock());
  if (await deps.store.redate(booking, updatedAt))
    return { ...booking, updatedAt, revision: booking.revision + 1 };
  // Somebody has changed it since, or the database is as slow as before.
  deps.log("warn", `${booking._id} was written late`);
  return booking;
}

/** This process's notion of the database's clock is not exact. */
const inexactMs = 500;

/** The winner has another id, which proves that no booking can ever name these claims. */
async function yieldToWinner(deps: Deps, request: Request, loser: Booking): Promise<Booking> {
  const [winner] = await Promise.all([findWinner(deps, loser), giveBack(deps, request, loser)]);
  if (!winner) throw refuse("SERVICE_UNAVAILABLE");
  return winner;
}

/** The booking that stands under the loser's idempotency key or under its name at its channel. */
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

/** Of a booking that is not and never will be. Left undone, recovery does it. */
async function giveBack(deps: Deps, request: Request, never: Booking): Promise<void> {
  const { supplierId, _id: bookingId, claims } = never;
  const releases = { supplierId, bookingId, claims, neverNamed: true } as const;
  await releaseClaims(request, releases).catch((error: unknown) =>
    deps.log("warn", `claims of ${bookingId} left to recovery: ${String(error)}`),
  );
}

/**
 * Returns when the insert has succeeded after all. A tombstone under the id: nothing was done, and
 * recovery gives the claims back. Otherwise the insert may still arrive: nothing is released.
 */
async function requireInserted(deps: Deps, booking: Booking, error: unknown): Promise<void> {
  const failure = databaseFailureOf(error);
  // The claims are named by nothing, and recovery gives them back.
  if (failure === "nothingDone") throw refuse("SERVICE_UNAVAILABLE");
  const found = await deps.store.isInserted(booking.tenantId, booking._id).catch(() => undefined);
  if (found === true) return;
  if (duplicateKey(error) && found === false) throw refuse("SERVICE_UNAVAILABLE");
  // A taken id is a tombstone's or this very booking's: which, only the look could tell.
  if (failure === "inDoubt" || duplicateKey(error)) throw refuse("OUTCOME_UNKNOWN");
  throw error;
}

function bookingOf(request: Request, sold: ClaimedSale): Booking {
  const { bookingId, input, facts, startAt, claimed, now, sale } = sold;
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
    resourceUsageSnapshot: usageOf(claimed.taken),
    participants: textOf(input.participants),
    unitItems: sale.party.lines.map(({ unit, quantity }) => ({
      id: newId("itm", now),
      unitId: unit.id,
      quantity,
    })),
    resourceItems: sale.demand.resourceItems,
    claims: claimed.claims,
    searchText: searchTextOf(input.customer),
    createdAt: at,
    updatedAt: at,
  };
}

function textOf(json: Readonly<Record<string, unknown>> | undefined): string | null {
  return json === undefined ? null : JSON.stringify(json);
}

function eventOfCreation(request: Request, booking: Booking, sold: ClaimedSale): BookingEvent {
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
