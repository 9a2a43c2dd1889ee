import type { BookingStore } from "../record/booking-store.ts";
import type { ListStore } from "../list/list-store.ts";

export interface FeedDeps {
  /** Milliseconds since the epoch, by the database's clock. */
  readonly clock: () => number;
  /** A lower bound of the database's clock, in milliseconds. */
  readonly databaseTimeLowerBound: () => number;
  readonly store: BookingStore;
  readonly lists: ListStore;
}
