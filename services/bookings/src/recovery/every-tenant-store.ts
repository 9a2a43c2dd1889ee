/** What the service's own work reads and writes, over every tenant: the sweep of holds and doctor. */
import { nextVersion, ofTenant, versionOf } from "@slipway/store";
import type { mongo } from "mongoose";
import {
  type BookingDocument,
  type BookingEvent,
  type ReadDocument,
  bookingOf,
  projection,
} from "../booking-document.ts";
import { type Booking, liveStatuses } from "../booking.ts";

/** A booking with what it has still to tell. */
export type Told = Booking & Pick<BookingDocument, "outbox">;

export interface EveryTenantStore {
  /** Holds whose time is over, the longest over first. */
  listLapsed(now: Date, limit: number): Promise<Booking[]>;
  /** Bookings in a live status that name claims, by id. */
  listHolding(afterId: string, limit: number): Promise<Booking[]>;
  /** Every booking, with what it has still to tell. */
  listAll(): AsyncIterable<Told>;
  /** Those of these ids, with what they have still to tell. */
  listNamed(ids: readonly string[]): Promise<Told[]>;
  /**
   * Has a booking tell something, on the version that was read, and changes nothing else of it;
   * false when it has changed since.
   */
  pushEvent(read: Told, event: BookingEvent): Promise<boolean>;
}

type ReadTold = ReadDocument & Pick<BookingDocument, "outbox">;
const examined = { live: 0, searchText: 0, "outbox.fact": 0 } as const;

export function everyTenantStore(bookings: mongo.Collection<BookingDocument>): EveryTenantStore {
  type Filter = mongo.Filter<BookingDocument>;
  return {
    async listLapsed(now, limit) {
      const filter: Filter = { status: "ON_HOLD", expiresAt: { $lte: now }, live: true };
      const page = { projection, sort: { expiresAt: 1 }, limit } as const;
      return bookings.find<ReadDocument>(filter, page).map(bookingOf).toArray();
    },

    async listHolding(afterId, limit) {
      const filter: Filter = {
        live: true,
        status: { $in: [...liveStatuses] },
        _id: { $gt: afterId },
        "claims.0": { $exists: true },
      };
      const page = { projection, sort: { _id: 1 }, limit } as const;
      return bookings.find<ReadDocument>(filter, page).map(bookingOf).toArray();
    },

    listAll: () => bookings.find<ReadTold>({ live: true }, { projection: examined }).map(bookingOf),

    async listNamed(ids) {
      const filter: Filter = { _id: { $in: [...ids] }, live: true };
      return bookings.find<ReadTold>(filter, { projection: examined }).map(bookingOf).toArray();
    },

    async pushEvent(read, event) {
      const version = { ...versionOf(read), live: true };
      const filter = ofTenant(read.tenantId, version) as unknown as Filter;
      const update = { ...nextVersion(), $push: { outbox: event } };
      return (await bookings.updateOne(filter, update)).matchedCount === 1;
    },
  };
}
