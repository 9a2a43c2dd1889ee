/** Single bookings: read by id or key, inserted once, changed on the revision that was read. */
import { refuse } from "@slipway/broker";
import type { Connection, mongo } from "mongoose";
import {
  aggregateCollection,
  insertTogether,
  localRead,
  nextVersion,
  ofTenant,
  versionOf,
} from "@slipway/store";
import {
  type BookingDocument,
  type BookingEvent,
  type ReadDocument,
  bookingOf,
  changedColumns,
  columnsOf,
  projection,
} from "./booking-document.ts";
import { type Booking, type Changed, type Origin, channelKeyOf } from "./booking.ts";
import { lateMaxMs } from "./feed/change-feed.ts";

export type BookingCollection = mongo.Collection<BookingDocument>;

export interface Change {
  set: Changed;
  updatedAt: Date;
  /** None where nothing that is told changes: the tokens alone. */
  event?: BookingEvent | undefined;
  /** "pending": a hold only before it expires. "lapsed": only after it. */
  hold: "pending" | "lapsed";
  /** By the database's clock: later than this it finds nothing. */
  by?: Date;
}

/**
 * Makes the collection and its indexes. Each index costs every booking a write, so there are few:
 * - idempotency keys must be unique; bookings without one are not in it;
 * - so must a booking's name at its channel;
 * - (tenantId, createdAt, _id) is the order of lists, (tenantId, updatedAt, _id) that of crawls and
 *   of what directories catch up with; filters are looked at there (see directory.ts);
 * - the holds by expiry, for the sweep: partial, so a booking that is no hold does not pay for it.
 */
export async function bookingCollection(connection: Connection): Promise<BookingCollection> {
  await aggregateCollection(connection, "bookings", fields, {
    indexes: [
      [
        { tenantId: 1, idempotencyKey: 1 },
        { unique: true, partialFilterExpression: { idempotencyKey: { $exists: true } } },
      ],
      [
        { tenantId: 1, channelKey: 1 },
        { unique: true, partialFilterExpression: { channelKey: { $exists: true } } },
      ],
      [{ tenantId: 1, createdAt: -1, _id: -1 }],
      [{ tenantId: 1, updatedAt: 1, _id: 1 }],
      [{ expiresAt: 1 }, { partialFilterExpression: { status: "ON_HOLD" } }],
    ],
  });
  // The driver's own collection: what is stored is what was written, without mongoose in between.
  return connection.getClient().db(connection.name).collection<BookingDocument>("bookings");
}

/** Of a booking that changes between being found and being confirmed. */
const confirmsMax = 8;

const date = { type: Date, default: null };
const fields = {
  commit: String,
  supplierId: String,
  productId: String,
  optionId: String,
  source: String,
  status: String,
  startAt: Date,
  occupiedUntil: Date,
  expiresAt: date,
  idempotencyKey: String,
  channelKey: String,
  claims: [{ _id: false, claimId: String, ledger: String }],
  searchText: String,
  particulars: String,
};

/** A booking as it was read: what a write of it filters. */
export type BookingVersion = Pick<Booking, "tenantId" | "_id" | "revision" | "commit">;

/** Reads are majority reads but where it is said. */
export interface BookingStore {
  get(tenantId: string, id: string): Promise<Booking | null>;
  /**
   * The newest there is, which may be undone yet: to aim a conditional write. Before anything else
   * leaves on the strength of it, `isStill` has to confirm it.
   */
  getToChange(tenantId: string, id: string): Promise<Booking | null>;
  /**
   * Whether the booking is what was read. A write that changes nothing on the very version: its
   * acknowledgement covers what it found, whereas a read could see what a crash still undoes.
   */
  isStill(read: BookingVersion): Promise<boolean>;
  /** The same of several at once. */
  areStill(read: readonly BookingVersion[]): Promise<boolean>;
  /** The booking under a key, confirmed as by `isStill`: a repeat is answered with it. */
  findByKey(tenantId: string, idempotencyKey: string): Promise<Booking | null>;
  /** The booking under a channel's name for it, confirmed likewise. */
  findByOrigin(tenantId: string, origin: Origin): Promise<Booking | null>;
  /**
   * Inserts a new booking with what it tells. The unique indexes decide its races. Once `isLate`, it
   * is not sent any more and refused with SERVICE_UNAVAILABLE.
   */
  insert(booking: Booking, event: BookingEvent, isLate: () => boolean): Promise<void>;
  /** Whether an insert whose answer was lost has made the booking; a write, as `isStill`. */
  isInserted(tenantId: string, id: string): Promise<boolean>;
  /**
   * One decided change, on the very version it was decided on; false when it found nothing. A
   * pending hold is changed only before it expires: the race with its expiry is decided here. So is
   * the race of a slow write with those who crawl: too long after its updatedAt it finds nothing.
   */
  change(read: Booking, change: Change): Promise<boolean>;
  /** Dates a booking later, on the version that was read; false when it found nothing. */
  redate(read: BookingVersion, updatedAt: Date): Promise<boolean>;
  /** Whether a change whose answer was lost has made the booking name this claim; as `isStill`. */
  isNaming(tenantId: string, id: string, claimId: string): Promise<boolean>;
}

type Filter = mongo.Filter<BookingDocument>;
/** Needs no field of its own: every booking is live. */
const changesNothing = { $set: { live: true } } as const;

function living(tenantId: string, filter: Filter): Filter {
  return ofTenant(tenantId, { ...filter, live: true }) as Filter;
}

/** The filter of a write on a booking as it was read. */
function livingAt(read: BookingVersion, filter: Filter): Filter {
  return living(read.tenantId, { ...filter, ...versionOf(read) } as Filter);
}

/** Reads, and the writes that confirm what was read. */
function readsOf(bookings: BookingCollection) {
  async function find(tenantId: string, filter: Filter, read = {}): Promise<Booking | null> {
    const options = { projection, ...read };
    const found = await bookings.findOne<ReadDocument>(living(tenantId, filter), options);
    return found && bookingOf(found);
  }

  async function isStill(read: BookingVersion): Promise<boolean> {
    return (await bookings.updateOne(livingAt(read, {}), changesNothing)).matchedCount === 1;
  }

  async function areStill(read: readonly BookingVersion[]): Promise<boolean> {
    if (read.length === 0) return true;
    const confirms = read.map((each) => ({
      updateOne: { filter: livingAt(each, {}), update: changesNothing },
    }));
    return (await bookings.bulkWrite(confirms, { ordered: false })).matchedCount === read.length;
  }

  async function findConfirmed(tenantId: string, filter: Filter): Promise<Booking | null> {
    for (let attempt = 0; attempt < confirmsMax; attempt++) {
      const found = await find(tenantId, filter, localRead);
      // mark: confirmed-replay
      if (!found || (await isStill(found))) return found;
    }
    throw refuse("SERVICE_UNAVAILABLE");
  }

  return { find, findConfirmed, isStill, areStill };
}

/**
 * @param databaseNow the instant that conditional writes compare with: the database's own, so that
 * a process that slept between reading and writing revives no hold; in a test, the test's clock.
 */
export function bookingStore(
  bookings: BookingCollection,
  databaseNow: () => Date | "$$NOW",
): BookingStore {
  const insert = insertTogether(bookings);
  const inTime = (updatedAt: Date, by?: Date): object => ({
    $gt: [
      new Date(Math.min(updatedAt.getTime() + lateMaxMs, by?.getTime() ?? Infinity)),
      databaseNow(),
    ],
  });
  const { find, findConfirmed, isStill, areStill } = readsOf(bookings);

  return {
    get: (tenantId, id) => find(tenantId, { _id: id }),
    getToChange: (tenantId, id) => find(tenantId, { _id: id }, localRead),
    isStill,
    areStill,
    findByKey: (tenantId, idempotencyKey) => findConfirmed(tenantId, { idempotencyKey }),
    findByOrigin: (tenantId, origin) =>
      findConfirmed(tenantId, { channelKey: channelKeyOf(origin) }),

    async insert(booking, event, isLate) {
      const document = { ...columnsOf(booking), live: true, outbox: [event] };
      await insert({ document, isLate });
    },

    async isInserted(tenantId, id) {
      const filter = living(tenantId, { _id: id });
      return (await bookings.updateOne(filter, changesNothing)).matchedCount === 1;
    },

    async isNaming(tenantId, id, claimId) {
      const filter = living(tenantId, { _id: id, "claims.claimId": claimId });
      return (await bookings.updateOne(filter, changesNothing)).matchedCount === 1;
    },

    async redate(read, updatedAt) {
      const { $inc, $set } = nextVersion();
      const update = { $set: { ...$set, updatedAt }, $inc };
      const filter = livingAt(read, { $expr: inTime(updatedAt) });
      return (await bookings.updateOne(filter, update)).matchedCount === 1;
    },

    async change(read, { set, updatedAt, event, hold, by }) {
      const { status } = read;
      const comparison = hold === "lapsed" ? "$lte" : "$gt";
      const expiry = { [comparison]: ["$expiresAt", databaseNow()] };
      // mark: hold-in-time
      const $expr = { $and: [inTime(updatedAt, by), ...(status === "ON_HOLD" ? [expiry] : [])] };
      // mark: booking-version
      const filter = livingAt(read, { status, $expr });
      const { $inc, $set } = nextVersion();
      const written = await bookings.updateOne(filter, {
        $set: { ...$set, ...changedColumns(read, set), updatedAt },
        $inc,
        ...(event ? { $push: { outbox: event } } : {}),
      });
      return written.matchedCount === 1;
    },
  };
}
