import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { BookingIndexCache } from "../list/booking-index-cache.ts";
import type { FeedStore } from "./feed-store.ts";
import type { FeedBookingStore } from "./feed-booking-store.ts";
import type { LeasedCache } from "@slipway/reference-cache";
import type { OptionFacts } from "../offer/option-policy.ts";

export interface CalendarDeps extends Pick<ServiceDeps<Config>, "config"> {
  /** Milliseconds since the epoch, by the database's clock. */
  readonly clock: () => number;
  readonly bookingIndexes: BookingIndexCache;
  readonly feeds: FeedStore;
  readonly feedBookings: FeedBookingStore;
  readonly optionFacts: LeasedCache<OptionFacts>;
}
