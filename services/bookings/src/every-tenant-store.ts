/** What the service's own work reads, over every tenant: the sweep of holds and doctor. */
import type { mongo } from "mongoose";
import {
  type BookingDocument,
  type ReadDocument,
  bookingOf,
  projection,
} from "./booking-document.ts";
import { type Booking, liveStatuses } from "./booking.ts";

export interface EveryTenantStore {
  /** Holds whose time is over, the longest over first. */
  listLapsed(now: Date, limit: number): Promise<Booking[]>;
  /** Bookings in a live status that name claims, by id. */
  listHolding(afterId: string, limit: number): Promise<Booking[]>;
  /** Every booking, with what it has still to tell. */
  listAll(): AsyncIterable<Booking & Pick<BookingDocument, "outbox">>;
}

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

    listAll() {
      const examined = { live: 0, searchText: 0, "outbox.fact": 0 } as const;
      return bookings
        .find<
          ReadDocument & Pick<BookingDocument, "outbox">
        >({ live: true }, { projection: examined })
        .map(bookingOf);
    },
  };
}
