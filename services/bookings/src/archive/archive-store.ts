/** The reads and writes of the archive, over all tenants. */
import { randomUUID } from "node:crypto";
import { archivePage, idFloor, ofTenant, readEach, versionOf, type mongo } from "@slipway/store";
import {
  type BookingDocument,
  type BookingEvent,
  type ReadDocument,
  projection,
} from "../record/booking-document.ts";
import { readable } from "../record/booking-record.ts";
import type { Booking } from "../record/booking.ts";
import { lateMaxMs } from "../constants.ts";
import { stubOf } from "./stub.ts";

type Filter = mongo.Filter<BookingDocument>;

const endedIn = (endedBefore: Date) => ({
  live: true,
  // The sweep first writes EXPIRED, and the operator has still to decide on what is PENDING.
  status: { $nin: ["ON_HOLD", "PENDING"] as const },
  occupiedUntil: { $lt: endedBefore },
  updatedAt: { $lt: endedBefore },
  "outbox.0": { $exists: false },
});

interface Written {
  readonly endedBefore: Date;
  readonly updatedAt: Date;
  readonly event: BookingEvent;
}

export function archiveStore(
  bookings: mongo.Collection<BookingDocument>,
  databaseNow: () => Date | "$$NOW",
) {
  return {
    ...readsOf(bookings),

    /**
     * Puts the stub in the booking's place; false if the version that was read is gone. The filter decides the race with a
     * late change, such as a forced cancellation: that one finds no booking any more, or this write finds another version.
     */
    async replace(read: Booking, { endedBefore, updatedAt, event }: Written) {
      // A booking index reads changes by their updatedAt: a slow write, which it may have passed, finds nothing.
      const latest = new Date(updatedAt.getTime() + lateMaxMs);
      const guard = { ...endedIn(endedBefore), $expr: { $gt: [latest, databaseNow()] } };
      const filter = ofTenant(read.tenantId, { ...guard, ...versionOf(read) });
      const { _id, ...stub } = stubOf(read, { updatedAt, commit: randomUUID(), event });
      const { matchedCount } = await bookings.replaceOne(
        filter as unknown as Filter,
        stub as never,
      );
      return matchedCount === 1;
    },
  };
}

export type ArchiveStore = ReturnType<typeof archiveStore>;

function readsOf(bookings: mongo.Collection<BookingDocument>) {
  return {
    /**
     * Bookings of departures that ended before this instant, by id, which nobody has changed since then and whose events
     * are delivered. A majority has them, so no fail-over undoes what a file has of them.
     */
    async listEnded(endedBefore: Date, afterId: string) {
      return archivePage(bookings, {
        name: "bookings",
        filter: endedIn(endedBefore),
        afterId,
        // Ids are in the order of time: a booking that was made later has waited for less time.
        beforeId: idFloor("bkg", endedBefore.getTime()),
        itemOf: readable<ReadDocument>,
      });
    },

    /** Lists those of these ids that have a stub or a tombstone. A majority has it: no booking ever gets the id again. */
    async listGone(ids: readonly string[]) {
      const filter = { _id: { $in: [...ids] }, live: { $in: [false, null] } };
      const gone = bookings.find(filter as Filter, { projection: { tenantId: 1 } });
      return gone.map(({ _id: id, tenantId }) => ({ id, tenantId })).toArray();
    },

    /** Lists those of these ids whose bookings are not archived, of any tenants. */
    listLive(ids: readonly string[]) {
      const filter = { _id: { $in: [...ids] }, live: true };
      return bookings
        .find(filter, { projection: { _id: 1 } })
        .map(({ _id }) => _id)
        .toArray();
    },

    /** Reads those of these bookings that are not archived and can be read, of any tenants. */
    async read(ids: readonly string[]) {
      const filter: Filter = { _id: { $in: [...ids] }, live: true };
      const found = bookings.find<ReadDocument>(filter, { projection });
      return readEach(bookings, await found.toArray(), readable);
    },
  };
}
