/** Single bookings: read by id or key, inserted once, changed on the revision that was read. */
import { type Request, refuse } from "@slipway/broker";
import {
  confirmByKey,
  findKept,
  findToChange,
  insertTogether,
  localRead,
  type mongo,
  nextVersion,
  ofTenant,
  versionOf,
} from "@slipway/store";
import { confirmAttemptsMax } from "../constants.ts";
import {
  type BookingDocument,
  type BookingEvent,
  type ReadDocument,
  changedFields,
  newDocument,
  projection,
} from "./booking-document.ts";
import {
  type Booking,
  type BookingInOrder,
  type FieldChanges,
  type NewRecord,
  type Origin,
  type WantedBooking,
  channelKeyOf,
  isOwn,
  liveStatuses,
} from "./booking.ts";
import { inTime } from "./change-feed.ts";
import { areThere } from "./check-records.ts";
import { countHeld } from "./read-held.ts";
import { insertedLate, stampOf } from "./find-late-insert.ts";
import type { WantedCode } from "./redemption.ts";
import { findOrigins } from "./find-origins.ts";

export type BookingCollection = mongo.Collection<BookingDocument>;

export interface Change {
  set: FieldChanges;
  updatedAt: Date;
  /** Absent if the change sets nothing but the version tokens. */
  event?: BookingEvent | undefined;
  /** "pending": a hold only before it expires. "lapsed": only after it. "any": before and after. */
  hold: "pending" | "lapsed" | "any";
  /** By the database's clock: later than this it finds nothing. */
  by?: Date;
  /** Takes the mark away, of a decision about its order that this change follows. */
  unmarks?: true | undefined;
}

/** The version of a booking that was read; a write filters it. */
type BookingVersion = Pick<Booking, "tenantId" | "_id" | "revision" | "commit">;

type Filter = mongo.Filter<BookingDocument>;
/** Every booking is live, so this write changes nothing. */
const changesNothing = { $set: { live: true } } as const;

function living(tenantId: string, filter: Filter): Filter {
  return ofTenant(tenantId, { ...filter, live: true }) as Filter;
}

/** The filter of a write on a booking as it was read. */
function livingAt(read: BookingVersion, filter: Filter): Filter {
  return living(read.tenantId, { ...filter, ...versionOf(read) } as Filter);
}

/** Writes that change nothing: the acknowledgement of one covers what it found. */
function confirmationsOf(bookings: BookingCollection) {
  const isThere = async (filter: Filter): Promise<boolean> =>
    (await bookings.updateOne(filter, changesNothing)).matchedCount === 1;

  return {
    /**
     * Whether the booking still has the version that was read. This is a write that changes nothing:
     * its acknowledgement covers what it found. A read could see what a crash still undoes.
     */
    isStill: (read: BookingVersion) => isThere(livingAt(read, {})),
    /** Whether the booking still has the public token that was read, whatever marks it has got since; as `isStill`. */
    hasToken: ({ tenantId, _id, updatedAt }: Booking) =>
      isThere(living(tenantId, { _id, updatedAt })),
    /** Whether an insert with a lost answer has made the booking; a write, as `isStill`. */
    isInserted: (tenantId: string, id: string) => isThere(living(tenantId, { _id: id })),
    /** Whether a change with a lost answer has made the booking name this claim; as `isStill`. */
    isNaming: (tenantId: string, id: string, claimId: string) =>
      isThere(living(tenantId, { _id: id, "claims.claimId": claimId })),

    /** The booking as it is, if it has the key of the request; refuses IDEMPOTENCY_KEY_REUSED. */
    findKept: (read: Booking, request: Request, now: number): Promise<Booking | null> =>
      findKept(bookings, read, { request, now }, projection),

    areStill: (read: readonly BookingVersion[]) =>
      areThere(
        bookings,
        read.map((each) => livingAt(each, {})),
      ),
  };
}

/** Reads; those by a unique key are confirmed. */
function readsOf(bookings: BookingCollection) {
  async function find(tenantId: string, filter: Filter, read = {}): Promise<Booking | null> {
    const options = { projection, ...read };
    return bookings.findOne<ReadDocument>(living(tenantId, filter), options);
  }

  /** By a unique key, which no tombstone has, but the stub of an archived booking. */
  async function findNamed(tenantId: string, filter: Filter): Promise<Booking | null> {
    const options = { projection, ...localRead };
    const found = await bookings.findOne<ReadDocument>(ofTenant(tenantId, filter), options);
    if (found?.archivedAt === undefined) return found;
    const stub = ofTenant(tenantId, { ...filter, _id: found._id, live: null }) as unknown as Filter;
    // A write that changes nothing: a fail-over may have undone the stub that was read.
    const { matchedCount } = await bookings.updateOne(stub, { $set: { live: null } });
    throw refuse(matchedCount === 1 ? "BOOKING_ARCHIVED" : "SERVICE_UNAVAILABLE");
  }

  async function findWanted(
    tenantId: string,
    wanted: WantedBooking,
    read = {},
  ): Promise<Booking | null> {
    if (typeof wanted === "string") return find(tenantId, { _id: wanted }, read);
    const found = await find(tenantId, { channelKey: channelKeyOf(wanted) }, read);
    return found && isOwn(found, wanted) ? found : null;
  }

  /** Confirmed by the key itself, which stays however many others change the booking meanwhile. */
  async function findConfirmed(tenantId: string, filter: Filter): Promise<Booking | null> {
    for (let attempt = 0; attempt < confirmAttemptsMax; attempt++) {
      const found = await findNamed(tenantId, filter);
      if (!found) return null;
      const kept = living(tenantId, { ...filter, _id: found._id });
      // mark: confirmed-replay
      const confirmed = await confirmByKey(bookings, kept, projection);
      // It may have been archived meanwhile.
      if (confirmed) return confirmed;
    }
    throw refuse("SERVICE_UNAVAILABLE");
  }

  const findOfCode = async (tenantId: string, { reference, code }: WantedCode, read = {}) =>
    find(tenantId, reference === undefined ? { "tickets.code": code } : { reference }, read);

  return { findWanted, findConfirmed, findOfCode };
}

/**
 * @param databaseNow the instant that conditional writes compare with: the database's own clock, or
 * the test's clock. A process that slept between its read and its write then revives no hold.
 */
export function bookingStore(bookings: BookingCollection, databaseNow: () => Date | "$$NOW") {
  const confirmations = confirmationsOf(bookings);
  const { findWanted, findConfirmed, findOfCode } = readsOf(bookings);

  return {
    get: findWanted,
    /**
     * The newest version, which a fail-over may still undo: for a conditional write. Before a caller
     * answers from it, `isStill` must confirm it. That there is none is confirmed.
     */
    getToChange: (tenantId: string, wanted: WantedBooking) =>
      findToChange(bookings, tenantId, (options) => findWanted(tenantId, wanted, options)),
    /** The booking that a ticket's code names, whether or not the code's check is right; as `getToChange`. */
    getOfCode: (tenantId: string, wanted: WantedCode) =>
      findToChange(bookings, tenantId, (options) => findOfCode(tenantId, wanted, options)),
    ...confirmations,
    /** The booking of an idempotency key, confirmed as by `isStill`, for a repeat. Refuses BOOKING_ARCHIVED. */
    findByKey: (tenantId: string, idempotencyKey: string) =>
      findConfirmed(tenantId, { idempotencyKey }),
    /** Whether a channel's external id has a booking, which a fail-over may still undo. By shared round trips. */
    hasOrigin: findOrigins(bookings),
    /** The booking of a channel's external id, confirmed and refused likewise. */
    findByOrigin: (tenantId: string, origin: Origin) =>
      findConfirmed(tenantId, { channelKey: channelKeyOf(origin) }),
    /** Those of these bookings that are there, by a majority read. */
    listOf: (tenantId: string, ids: readonly string[]) =>
      bookings
        .find<ReadDocument>(living(tenantId, { _id: { $in: [...ids] } }), { projection })
        .toArray(),
    /** Lists these bookings with the stubs of archived ones, as their orders show them. */
    async listInOrders(tenantId: string, ids: readonly string[]) {
      const named = { _id: { $in: [...ids] }, live: { $in: [true, null] } };
      // No more than is shown: an order may have a hundred bookings of 80 KiB each.
      const found = bookings.find(ofTenant(tenantId, named) as Filter, { projection: ofOrders });
      return (await found.toArray()).map(inOrder);
    },
    ...liveOf(bookings),
    ...writesOf(bookings, databaseNow),
    ...marksOf(bookings),
    /** Counts the live holds of a key, a user or a source, up to a limit. */
    countHolds: (tenantId: string, held: Parameters<typeof countHeld>[3]) =>
      countHeld(bookings, tenantId, "ON_HOLD", held),
  };
}

/** Those of some bookings that are live, by majority reads. */
function liveOf(bookings: BookingCollection) {
  const live = (tenantId: string, ids: readonly string[], filter: Filter) =>
    living(tenantId, { _id: { $in: [...ids] }, status: { $in: liveStatuses }, ...filter });

  return {
    /** Lists those with a redeemed ticket. */
    async listRedeemed(tenantId: string, ids: readonly string[]) {
      if (ids.length === 0) return [];
      const filter = live(tenantId, ids, { "redemptions.0": { $exists: true } });
      const found = bookings.find(filter, { projection: { _id: 1 } });
      return found.map(({ _id }) => _id).toArray();
    },
    /** The end of one that has not ended. */
    async findEnd(tenantId: string, ids: readonly string[], now: Date) {
      const filter = live(tenantId, ids, { occupiedUntil: { $gt: now } });
      return (await bookings.findOne(filter, { projection: { occupiedUntil: 1 } }))?.occupiedUntil;
    },
  };
}

/** The members that `inOrder` reads. */
const ofOrders = {
  reference: 1,
  status: 1,
  optionId: 1,
  startAt: 1,
  expiresAt: 1,
  confirmedAt: 1,
  orderRevision: 1,
  ofOrder: 1,
  "pricingSnapshot.retail": 1,
};

/** A stub has no price: what its order shows stands in it apart. */
export function inOrder({
  ofOrder,
  ...document
}: Booking & Pick<BookingDocument, "ofOrder">): BookingInOrder {
  const { _id, reference, status, optionId, startAt, orderRevision } = document;
  const { retail, confirmedAt } = ofOrder ?? {
    retail: document.pricingSnapshot.retail,
    confirmedAt: document.confirmedAt,
  };
  const expiresAt = document.expiresAt ?? null;
  const named = { _id, reference, status, optionId, startAt, expiresAt, retail, confirmedAt };
  return { ...named, ...(orderRevision !== undefined && { orderRevision }) };
}

/** Reads use read concern majority unless the method says otherwise. */
export type BookingStore = ReturnType<typeof bookingStore>;

function writesOf(bookings: BookingCollection, databaseNow: () => Date | "$$NOW") {
  const insert = insertTogether(bookings);

  return {
    /**
     * Inserts a new booking with its event. The unique indexes decide its races. An insert that
     * `isLate` before it is sent is refused with SERVICE_UNAVAILABLE.
     */
    async insert(booking: Booking, event: BookingEvent, isLate: () => boolean) {
      const insertedAt = stampOf(databaseNow());
      const document = { ...newDocument(booking, event), insertedAt };
      await insert({ document, isLate });
    },

    /**
     * Gives a booking a later updatedAt if its insert may have been late. False if the insert was in time, if
     * the booking has changed since, or if this write is itself later than readers of the change feed wait.
     */
    async redateLateInsert(inserted: NewRecord, updatedAt: Date) {
      const { $inc, $set } = nextVersion();
      const late = living(inserted.tenantId, insertedLate(inserted));
      const filter = { ...late, $expr: inTime(updatedAt, databaseNow()) };
      const update = { $set: { ...$set, updatedAt }, $inc };
      return (await bookings.updateOne(filter, update)).matchedCount === 1;
    },

    /**
     * Writes one decided change on the version that was read; false if that version is gone. The filter
     * decides two races. A pending hold is changed only before it expires. A slow write finds nothing
     * once readers of the change feed may have passed its updatedAt.
     */
    async change(read: Booking, { set, updatedAt, event, hold, by, unmarks }: Change) {
      const { status } = read;
      const comparison = hold === "lapsed" ? "$lte" : "$gt";
      const expiry = { [comparison]: ["$expiresAt", databaseNow()] };
      const isTimed = status === "ON_HOLD" && hold !== "any";
      // mark: hold-in-time
      const $expr = { $and: [inTime(updatedAt, databaseNow(), by), ...(isTimed ? [expiry] : [])] };
      // mark: booking-version
      const filter = livingAt(read, { status, $expr });
      const { $inc, $set } = nextVersion();
      const written = await bookings.updateOne(filter, {
        $set: { ...$set, ...changedFields(read, set), updatedAt },
        $inc,
        ...(unmarks && { $unset: { orderRevision: "" } }),
        ...(event ? { $push: { outbox: event } } : {}),
      });
      return written.matchedCount === 1;
    },
  };
}

function marksOf(bookings: BookingCollection) {
  return {
    /**
     * Sets fields that no answer shows, on the version that was read. The public token stays. Answers the booking with them;
     * undefined if that version is gone.
     */
    async mark(read: Booking, marks: Pick<Booking, "orderRevision" | "usedKeys">) {
      const { $inc, $set } = nextVersion();
      const filter = livingAt(read, { status: read.status });
      const set = { ...$set, ...marks };
      const { matchedCount } = await bookings.updateOne(filter, { $set: set, $inc });
      if (matchedCount === 0) return undefined;
      return { ...read, ...set, revision: read.revision + 1 } satisfies Booking;
    },
  };
}
