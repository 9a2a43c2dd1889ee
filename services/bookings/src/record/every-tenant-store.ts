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

export type BookingWithOutbox = Booking & Pick<BookingDocument, "outbox">;

const examined = { live: 0, searchText: 0, "outbox.before": 0, "outbox.after": 0 } as const;
const reading = { ...sweepRead, projection: examined } as const;

export function everyTenantStore(bookings: mongo.Collection<BookingDocument>) {
  type Filter = mongo.Filter<BookingDocument>;
  return {
    /** Expired holds that can be read, the earliest expiry first. */
    async listLapsed(now: Date, limit: number) {
      const filter: Filter = { status: "ON_HOLD", expiresAt: { $lte: now }, live: true };
      const page = { projection, sort: { expiresAt: 1 }, batchSize: limit } as const;
      const found = bookings.find<ReadDocument>(filter, page);
      return readFirst(bookings, found, { read: readable, limit });
    },

    /** Items made of bookings in a live status that name claims, by id: archived ones too, whose claims capacity still has. */
    async listHolding<Item>(
      afterId: string,
      limit: number,
      itemOf: (booking: ReadDocument) => Item,
    ) {
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

    /** All bookings that can be read, with their pending events. Each of the others is handed to `skip` by its id. */
    listAll(skip: (id: string) => void) {
      const all = bookings.find<BookingWithOutbox>({ live: true }, reading);
      return readStream(bookings, all, { read: readable, skip: ({ _id }) => skip(_id) });
    },

    /** Bookings of these ids that can be read, with their pending events. */
    async listNamed(ids: readonly string[]) {
      const filter: Filter = { _id: { $in: [...ids] }, live: true };
      const found = bookings.find<BookingWithOutbox>(filter, reading);
      return readEach(bookings, await found.toArray(), readable);
    },

    /** Adds an event to a booking's outbox and changes nothing else; false if the version that was read is gone. */
    async pushEvent(read: BookingWithOutbox, event: BookingEvent) {
      const filter = ofTenant(read.tenantId, { ...versionOf(read), live: true });
      const update = { ...nextVersion(), $push: { outbox: event } };
      return (await bookings.updateOne(filter as object, update)).matchedCount === 1;
    },
  };
}

export type EveryTenantStore = ReturnType<typeof everyTenantStore>;
