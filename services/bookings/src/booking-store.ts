/** Bookings and tombstones: named reads and writes. Every write of one booking is conditional. */
import type { Connection, mongo } from "mongoose";
import { type OutboxEvent, aggregateCollection, ofTenant } from "@slipway/store";
import { type Booking, type Moved, liveStatuses } from "./booking.ts";

/** What else an event brings about; kept beside what it tells, so that a crash leaves it to the relay. */
export interface BookingEvent extends OutboxEvent {
  /** The booking has ended: its places are to be given back. */
  releases?: { supplierId: string; bookingId: string; claims: Booking["claims"] };
  /** The booking made a manual departure. */
  departs?: { optionId: string; productId: string; startAt: string };
}

interface Document extends Booking {
  /** False on a tombstone, which keeps an id from ever becoming a booking. */
  live: boolean;
  outbox: BookingEvent[];
}

export type BookingCollection = mongo.Collection<Document>;

export interface ListFilter {
  status?: Booking["status"];
  from?: Date;
  to?: Date;
  supplierId?: string;
  source?: string;
  search?: string;
}

export interface ListPosition {
  createdAt: Date;
  id: string;
}

export interface Change {
  set: Moved;
  updatedAt: Date;
  event: BookingEvent;
  /** "pending": a hold only before it expires. "lapsed": only after it. */
  hold: "pending" | "lapsed";
}

export type BookingStore = ReturnType<typeof bookingStore>;

/**
 * Makes the collection and its indexes. Each index costs every booking a write, so there are few:
 * - idempotency keys must be unique; bookings without one are not in it;
 * - (tenantId, createdAt, _id) is the order of every list; the other filters are looked at in it;
 * - (tenantId, startAt) serves from and to, which operators ask most, and live bookings of an option;
 * - the holds by expiry, for the sweep: partial, so a booking that is no hold does not pay for it.
 */
export async function bookingCollection(connection: Connection): Promise<BookingCollection> {
  await aggregateCollection(connection, "bookings", fields, {
    indexes: [
      [
        { tenantId: 1, idempotencyKey: 1 },
        { unique: true, partialFilterExpression: { idempotencyKey: { $exists: true } } },
      ],
      [{ tenantId: 1, createdAt: -1, _id: -1 }],
      [{ tenantId: 1, startAt: 1 }],
      [{ expiresAt: 1 }, { partialFilterExpression: { status: "ON_HOLD" } }],
    ],
  });
  // The driver's own collection: what is stored is what was written, without mongoose in between.
  return connection.getClient().db(connection.name).collection<Document>("bookings");
}

const text = { type: String, default: null };
const date = { type: Date, default: null };
const fields = {
  uuid: String,
  supplierId: String,
  productId: String,
  optionId: String,
  sourceChannelConnectionId: text,
  source: String,
  externalId: text,
  status: String,
  startAt: Date,
  endAt: date,
  occupiedUntil: Date,
  expiresAt: date,
  customer: text,
  notes: text,
  cancellationReason: text,
  idempotencyKey: String,
  pricingSnapshot: Object,
  resourceUsageSnapshot: Object,
  participants: text,
  unitItems: [{ _id: false, id: String, unitId: String, quantity: Number }],
  claims: [{ _id: false, claimId: String, ledger: String }],
  searchText: String,
};

/** Neither what is still to be told nor what only the filters look at is read. */
const projection = { outbox: 0, searchText: 0, live: 0 } as const;

type Filter = mongo.Filter<Document>;

/**
 * @param databaseNow the instant that conditional writes compare with: the database's own, so that
 * a process that slept between reading and writing revives no hold; in a test, the test's clock.
 */
export function bookingStore(bookings: BookingCollection, databaseNow: () => Date | "$$NOW") {
  const living = (tenantId: string, filter: Filter): Filter =>
    ofTenant(tenantId, { ...filter, live: true }) as Filter;

  return {
    collection: bookings,

    async get(tenantId: string, id: string): Promise<Booking | null> {
      return bookings.findOne<Booking>(living(tenantId, { _id: id }), { projection });
    },

    async findByKey(tenantId: string, idempotencyKey: string): Promise<Booking | null> {
      return bookings.findOne<Booking>(living(tenantId, { idempotencyKey }), { projection });
    },

    /** Inserts a new booking with what it tells. The two unique indexes decide its races. */
    async insert(booking: Booking, event: BookingEvent): Promise<void> {
      await bookings.insertOne({ ...booking, live: true, outbox: [event] });
    },

    /**
     * Whether an insert whose answer was lost has made the booking. A write that changes nothing,
     * because its acknowledgement covers what it found: a read could see what a crash still undoes.
     */
    async isInserted(tenantId: string, id: string): Promise<boolean> {
      const found = await bookings.updateOne(living(tenantId, { _id: id }), {
        $set: { live: true },
      });
      return found.matchedCount === 1;
    },

    /**
     * One decided change, on the very revision it was decided on; false when it found nothing. A
     * pending hold is changed only before it expires: the race with its expiry is decided here.
     */
    async change(read: Booking, change: Change): Promise<boolean> {
      const { tenantId, _id, revision, status } = read;
      const isHold = status === "ON_HOLD";
      const comparison = change.hold === "lapsed" ? "$lte" : "$gt";
      const written = await bookings.updateOne(
        living(tenantId, {
          _id,
          revision,
          status,
          ...(isHold ? { $expr: { [comparison]: ["$expiresAt", databaseNow()] } } : {}),
        }),
        {
          $set: { ...change.set, updatedAt: change.updatedAt },
          $inc: { revision: 1 },
          $push: { outbox: change.event },
        },
      );
      return written.matchedCount === 1;
    },

    /** Holds whose time is over, of every tenant, the longest over first. */
    async listLapsed(now: Date, limit: number): Promise<Booking[]> {
      const filter: Filter = { status: "ON_HOLD", expiresAt: { $lte: now }, live: true };
      return bookings
        .find<Booking>(filter, { projection, sort: { expiresAt: 1 }, limit })
        .toArray();
    },

    /** Newest first, from after a position on. The caller closes what it does not read to the end. */
    list(
      tenantId: string,
      filter: ListFilter,
      from: { after?: ListPosition; skip?: number; limit: number },
      now: Date,
    ): AsyncIterable<Booking> {
      const { after, skip = 0, limit } = from;
      const matching = listed(filter, now);
      if (after) matching.push(olderThan(after));
      return bookings.find<Booking>(living(tenantId, { $and: matching }), {
        projection,
        sort: { createdAt: -1, _id: -1 },
        skip,
        limit,
        batchSize: 50,
      });
    },

    async count(tenantId: string, filter: ListFilter, now: Date): Promise<number> {
      return bookings.countDocuments(living(tenantId, { $and: listed(filter, now) }));
    },

    /** Whether an option has bookings that hold places and are not over. */
    async hasLive(tenantId: string, optionId: string, now: Date): Promise<boolean> {
      const windowMs = 1_440 * 60_000;
      const found = await bookings.findOne(
        living(tenantId, {
          optionId,
          // No window is longer than a day, so the index on startAt leads here.
          startAt: { $gt: new Date(now.getTime() - windowMs) },
          occupiedUntil: { $gt: now },
          $or: [
            { status: { $in: ["PENDING", "CONFIRMED"] } },
            { status: "ON_HOLD", expiresAt: { $gt: now } },
          ],
        }),
        { projection: { _id: 1 } },
      );
      return found !== null;
    },

    /** Bookings that hold places, of every tenant, by id. */
    async listHolding(afterId: string, limit: number): Promise<Booking[]> {
      const filter: Filter = {
        live: true,
        status: { $in: [...liveStatuses] },
        _id: { $gt: afterId },
        "claims.0": { $exists: true },
      };
      return bookings.find<Booking>(filter, { projection, sort: { _id: 1 }, limit }).toArray();
    },

    /** Every booking of every tenant, with what it has still to tell. */
    listAll(): AsyncIterable<Booking & Pick<Document, "outbox">> {
      return bookings.find<Booking & Pick<Document, "outbox">>(
        { live: true },
        { projection: { customer: 0, participants: 0, notes: 0, searchText: 0 } },
      );
    },
  };
}

/** By what readers are shown: a hold past its expiry is an expired booking. */
function listed(filter: ListFilter, now: Date): Filter[] {
  const { status, from, to, supplierId, source, search } = filter;
  const matching: Filter[] = [{}];
  if (status === "ON_HOLD") matching.push({ status, expiresAt: { $gt: now } });
  else if (status === "EXPIRED")
    matching.push({ $or: [{ status }, { status: "ON_HOLD", expiresAt: { $lte: now } }] });
  else if (status) matching.push({ status });
  if (from) matching.push({ startAt: { $gte: from } });
  if (to) matching.push({ startAt: { $lte: to } });
  if (supplierId !== undefined) matching.push({ supplierId });
  if (source !== undefined) matching.push({ source });
  if (search !== undefined) matching.push(searched(search));
  return matching;
}

/** Taken literally: an expression, not a pattern. Fields are kept apart by a character 0. */
function searched(search: string): Filter {
  if (search.includes("\u0000")) return { $expr: false } as Filter;
  const literal = { $literal: search.toLowerCase() };
  return { $expr: { $gte: [{ $indexOfCP: ["$searchText", literal] }, 0] } };
}

/** The bound stands apart from the alternatives so that the index is entered where the page begins. */
function olderThan({ createdAt, id }: ListPosition): Filter {
  return {
    createdAt: { $lte: createdAt },
    $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: id } }],
  };
}
