import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { ListDeps } from "../list/deps.ts";
import type { FeedStore } from "./feed-store.ts";
import type { FeedBookingStore } from "./feed-booking-store.ts";
import type { OfferDeps } from "../offer/deps.ts";

export interface CalendarDeps
  extends Pick<ServiceDeps<Config>, "config">,
    Pick<ListDeps, "clock" | "bookingIndexes">,
    Pick<OfferDeps, "optionFacts"> {
  readonly feeds: FeedStore;
  readonly feedBookings: FeedBookingStore;
}
