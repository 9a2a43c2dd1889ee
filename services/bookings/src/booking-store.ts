/** Single bookings: read by id or key, inserted once, changed on the revision that was read. */
import type { Connection, mongo } from "mongoose";
import { aggregateCollection, insertTogether, ofTenant } from "@slipway/store";
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
import { lateMaxMs } from "./crawl.ts";

export type BookingCollection = mongo.Collection<BookingDocument>;

export interface Change {
  set: Changed;
  updatedAt: Date;
  /** None where nothing that is told changes: the tokens alone. */
  event?: BookingEvent | undefined;
  /** "pending": a hold only before it expires. "lapsed": only after it. */
  hold: "pending" | "lapsed";
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

const date = { type: Date, default: null };
const fields = {
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

export interface BookingStore {
  get(tenantId: string, id: string): Promise<Booking | null>;
  findByKey(tenantId: string, idempotencyKey: string): Promise<Booking | null>;
  findByOrigin(tenantId: string, origin: Origin): Promise<Booking | null>;
  /** Inserts a new booking with what it tells. The unique indexes decide its races. */
  insert(booking: Booking, event: BookingEvent): Promise<void>;
  /**
   * Whether an insert whose answer was lost has made the booking. A write that changes nothing,
   * because its acknowledgement covers what it found: a read could see what a crash still undoes.
   */
  isInserted(tenantId: string, id: string): Promise<boolean>;
  /**
   * One decided change, on the very revision it was decided on; false when it found nothing. A
   * pending hold is changed only before it expires: the race with its expiry is decided here. So is
   * the race of a slow write with those who crawl: too long after its updatedAt it finds nothing.
   */
  change(read: Booking, change: Change): Promise<boolean>;
  /** Dates a booking later, on the revision that was read; false when it found nothing. */
  redate(read: Pick<Booking, "tenantId" | "_id" | "revision">, updatedAt: Date): Promise<boolean>;
  /** Whether a change whose answer was lost has made the booking name this claim; as `isInserted`. */
  isNaming(tenantId: string, id: string, claimId: string): Promise<boolean>;
}

/**
 * @param databaseNow the instant that conditional writes compare with: the database's own, so that
 * a process that slept between reading and writing revives no hold; in a test, the test's clock.
 */
export function bookingStore(
  bookings: BookingCollection,
  databaseNow: () => Date | "$$NOW",
): BookingStore {
  type Filter = mongo.Filter<BookingDocument>;
  const insert = insertTogether(bookings);
  const inTime = (updatedAt: Date): object => ({
    $gt: [new Date(updatedAt.getTime() + lateMaxMs), databaseNow()],
  });
  const living = (tenantId: string, filter: Filter): Filter =>
    ofTenant(tenantId, { ...filter, live: true }) as Filter;

  async function find(tenantId: string, filter: Filter): Promise<Booking | null> {
    const found = await bookings.findOne<ReadDocument>(living(tenantId, filter), { projection });
    return found && bookingOf(found);
  }

  return {
    get: (tenantId, id) => find(tenantId, { _id: id }),
    findByKey: (tenantId, idempotencyKey) => find(tenantId, { idempotencyKey }),
    findByOrigin: (tenantId, origin) => find(tenantId, { channelKey: channelKeyOf(origin) }),

    async insert(booking, event) {
      await insert({ ...columnsOf(booking), live: true, outbox: [event] });
    },

    async isInserted(tenantId, id) {
      const filter = living(tenantId, { _id: id });
      return (await bookings.updateOne(filter, { $set: { live: true } })).matchedCount === 1;
    },

    async isNaming(tenantId, id, claimId) {
      const filter = living(tenantId, { _id: id, "claims.claimId": claimId });
      return (await bookings.updateOne(filter, { $set: { live: true } })).matchedCount === 1;
    },

    async redate({ tenantId, _id, revision }, updatedAt) {
      const filter = living(tenantId, { _id, revision, $expr: inTime(updatedAt) });
      const update = { $set: { updatedAt }, $inc: { revision: 1 } };
      return (await bookings.updateOne(filter, update)).matchedCount === 1;
    },

    async change(read, { set, updatedAt, event, hold }) {
      const { tenantId, _id, revision, status } = read;
      const comparison = hold === "lapsed" ? "$lte" : "$gt";
      const expiry = { [comparison]: ["$expiresAt", databaseNow()] };
      // mark: hold-in-time
      const $expr = { $and: [inTime(updatedAt), ...(status === "ON_HOLD" ? [expiry] : [])] };
      // mark: booking-version
      const filter = living(tenantId, { _id, revision, status, $expr });
      const written = await bookings.updateOne(filter, {
        $set: { ...changedColumns(read, set), updatedAt },
        $inc: { revision: 1 },
        ...(event ? { $push: { outbox: event } } : {}),
      });
      return written.matchedCount === 1;
    },
  };
}
