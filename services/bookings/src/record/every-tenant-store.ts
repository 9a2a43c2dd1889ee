/** Reads and writes across all tenants: for the sweep of holds and for doctor. */
import {
  nextVersion,
  ofTenant,
  readEach,
  readFirst,
  readStream,
  sweepRead,
  versionOf,
  type mongo,
} from "@slipway/store";
import {
  type BookingDocument,
  type BookingEvent,
  type ReadDocument,
  projection,
} from "./booking-document.ts";
import { readable } from "./booking-record.ts";
import { type Booking, liveStatuses } from "./booking.ts";

/** A booking with its pending events. */
export type BookingWithOutbox = Booking & Pick<BookingDocument, "outbox">;

export interface EveryTenantStore {
  /** Expired holds that can be read, the earliest expiry first. */
  listLapsed(now: Date, limit: number): Promise<Booking[]>;
  /**
   * Items that `itemOf` makes of bookings in a live status that name claims, by id: archived ones too, whose claims capacity
   * still has.
   */
  listHolding<Item>(
    afterId: string,
    limit: number,
    itemOf: (booking: ReadDocument) => Item,
  ): Promise<{ items: Item[]; next: string | null }>;
  /** All bookings that can be read, with their pending events. Each of the others is handed to `skip` by its id. */
  listAll(skip: (id: string) => void): AsyncIterable<BookingWithOutbox>;
  /** Those of them of these ids. */
  listNamed(ids: readonly string[]): Promise<BookingWithOutbox[]>;
  /**
   * Adds an event to the outbox of a booking and changes nothing else, on the version that was read;
   * false if that version is gone.
   */
  pushEvent(read: BookingWithOutbox, event: BookingEvent): Promise<boolean>;
}

const examined = { live: 0, searchText: 0, "outbox.before": 0, "outbox.after": 0 } as const;
const reading = { ...sweepRead, projection: examined } as const;

export function everyTenantStore(bookings: mongo.Collection<BookingDocument>): EveryTenantStore {
  type Filter = mongo.Filter<BookingDocument>;
  return {
    async listLapsed(now, limit) {
      const filter: Filter = { status: "ON_HOLD", expiresAt: { $lte: now }, live: true };
      const page = { projection, sort: { expiresAt: 1 }, batchSize: limit } as const;
      const found = bookings.find<ReadDocument>(filter, page);
      return readFirst(bookings, found, { read: readable, limit });
    },

    async listHolding(afterId, limit, itemOf) {
      const filter: Filter = {
        // A tombstone has no status.
        status: { $in: [...liveStatuses] },
        _id: { $gt: afterId },
        "claims.0": { $exists: true },
      };
      const page = { ...sweepRead, projection, sort: { _id: 1 }, limit } as const;
      const found = await bookings.find<ReadDocument>(filter, page).toArray();
      const next = found.length < limit ? null : (found.at(-1)?._id ?? null);
      return { items: readEach(bookings, found, itemOf), next };
    },

    listAll(skip) {
      const all = bookings.find<BookingWithOutbox>({ live: true }, reading);
      return readStream(bookings, all, { read: readable, skip: ({ _id }) => skip(_id) });
    },

    async listNamed(ids) {
      const filter: Filter = { _id: { $in: [...ids] }, live: true };
      const found = bookings.find<BookingWithOutbox>(filter, reading);
      return readEach(bookings, await found.toArray(), readable);
    },

    async pushEvent(read, event) {
      const version = { ...versionOf(read), live: true };
      const filter = ofTenant(read.tenantId, version) as unknown as Filter;
      const update = { ...nextVersion(), $push: { outbox: event } };
      return (await bookings.updateOne(filter, update)).matchedCount === 1;
    },
  };
}
