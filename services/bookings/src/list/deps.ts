import type { RecordDeps } from "../record/deps.ts";
import type { TurnQueue } from "@slipway/store";
import type { ListStore } from "./list-store.ts";
import type { BookingIndexCache } from "./booking-index-cache.ts";

export interface ListDeps extends Pick<RecordDeps, "clock" | "store"> {
  readonly lists: ListStore;
  readonly bookingIndexes: BookingIndexCache;
  /** By tenant: one scan of its bookings runs at a time. */
  readonly scanTurns: TurnQueue;
}
