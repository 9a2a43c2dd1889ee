/** Reads and writes across all tenants: for the sweep of holds and for doctor. */
import { nextVersion, ofTenant, versionOf, type mongo } from "@slipway/store";
import {
  type BookingDocument,
  type BookingEvent,
  type ReadDocument,
  projection,
} from "./booking-document.ts";
import { type Booking, liveStatuses } from "./booking.ts";

/** A booking with its pending events. */
export type BookingWithOutbox = Booking & Pick<BookingDocument, "outbox">;

export interface EveryTenantStore {
  /** Expired holds, the earliest expiry first. */
  listLapsed(now: Date, limit: number): Promise<Booking[]>;
  /** Bookings in a live status that name claims, by id: archived ones too, whose claims capacity still has. */
  listHolding(
    afterId: string,
    limit: number,
  ): Promise<(Booking & Pick<BookingDocument, "archivedAt">)[]>;
  /** All bookings with their pending events. */
  listAll(): AsyncIterable<BookingWithOutbox>;
  /** The bookings of these ids with their pending events. */
  listNamed(ids: readonly string[]): Promise<BookingWithOutbox[]>;
  /**
   * Adds an event to the outbox of a booking and changes nothing else, on the version that was read;
   * false if that version is gone.
   */
  pushEvent(read: BookingWithOutbox, event: BookingEvent): Promise<boolean>;
}

const examined = { live: 0, searchText: 0, "outbox.fact": 0 } as const;

export function everyTenantStore(bookings: mongo.Collection<BookingDocument>): EveryTenantStore {
  type Filter = mongo.Filter<BookingDocument>;
  return {
    async listLapsed(now, limit) {
      const filter: Filter = { status: "ON_HOLD", expiresAt: { $lte: now }, live: true };
      const page = { projection, sort: { expiresAt: 1 }, limit } as const;
      return bookings.find<ReadDocument>(filter, page).toArray();
    },

    async listHolding(afterId, limit) {
      const filter: Filter = {
        // A tombstone has no status.
        status: { $in: [...liveStatuses] },
        _id: { $gt: afterId },
        "claims.0": { $exists: true },
      };
      const page = { projection, sort: { _id: 1 }, limit } as const;
      return bookings.find<ReadDocument>(filter, page).toArray();
    },

    listAll: () => bookings.find<BookingWithOutbox>({ live: true }, { projection: examined }),

    async listNamed(ids) {
      const filter: Filter = { _id: { $in: [...ids] }, live: true };
      return bookings.find<BookingWithOutbox>(filter, { projection: examined }).toArray();
    },

    async pushEvent(read, event) {
      const version = { ...versionOf(read), live: true };
      const filter = ofTenant(read.tenantId, version) as unknown as Filter;
      const update = { ...nextVersion(), $push: { outbox: event } };
      return (await bookings.updateOne(filter, update)).matchedCount === 1;
    },
  };
}
