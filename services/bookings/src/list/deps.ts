import type { BookingStore } from "../record/booking-store.ts";
import type { TurnQueue } from "@slipway/store";
import type { ListStore } from "./list-store.ts";
import type { BookingIndexCache } from "./booking-index-cache.ts";

export interface ListDeps {
  /** Milliseconds since the epoch, by the database's clock. */
  readonly clock: () => number;
  readonly store: BookingStore;
  readonly lists: ListStore;
  readonly bookingIndexes: BookingIndexCache;
  /** By tenant: one scan of its bookings runs at a time. */
  readonly scanTurns: TurnQueue;
}
