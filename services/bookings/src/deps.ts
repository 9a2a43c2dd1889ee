import type { LeasedCache } from "@slipway/reference-cache";
import type { ServiceDeps, TurnQueue } from "@slipway/store";
import type { ArchiveStore } from "./archive/archive-store.ts";
import type { AttachQueue } from "./claims/attach-claims.ts";
import type { Config } from "./config.ts";
import type { BookingStore } from "./record/booking-store.ts";
import type { FeedBookingStore } from "./calendar/feed-booking-store.ts";
import type { FeedStore } from "./calendar/feed-store.ts";
import type { BookingIndexCache } from "./list/booking-index-cache.ts";
import type { EveryTenantStore } from "./record/every-tenant-store.ts";
import type { SellingFactsOf } from "./offer/keep-facts.ts";
import type { ListStore } from "./list/list-store.ts";
import type { OptionFacts } from "./offer/option-policy.ts";
import type { TombstoneStore } from "./record/tombstone-store.ts";
import type { BookingEvent } from "./record/booking-document.ts";

/** The dependencies of this service's use cases. */
export interface Deps extends ServiceDeps<Config> {
  /** Milliseconds since the epoch, by the database's clock. */
  readonly clock: () => number;
  /** A lower bound of the database's clock, in milliseconds. */
  readonly databaseTimeLowerBound: () => number;
  /** Measures the database's clock again: the primary may have changed. */
  readonly measureTime: () => Promise<void>;
  readonly store: BookingStore;
  readonly lists: ListStore;
  readonly bookingIndexes: BookingIndexCache;
  readonly feeds: FeedStore;
  readonly feedBookings: FeedBookingStore;
  readonly archive: ArchiveStore;
  readonly everyTenant: EveryTenantStore;
  readonly tombstones: TombstoneStore;
  /** Hands a committed event to the relay. */
  readonly deliver: (bookingId: string, event: BookingEvent) => void;
  readonly optionFacts: LeasedCache<OptionFacts>;
  readonly sellingFacts: LeasedCache<SellingFactsOf>;
  readonly attachments: AttachQueue;
  /** Takes or renews the lease on work for one run of an operator's command, whichever replica it reaches. */
  readonly takeRun: (work: string, run: string, ms: number) => Promise<boolean>;
  /** By idempotency key, or by a channel's name of a booking: equal requests do not compete for the last place. */
  readonly turns: TurnQueue;
}
