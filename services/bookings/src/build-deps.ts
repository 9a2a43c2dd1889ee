import type { Opened } from "@slipway/broker";
import { referenceCache } from "@slipway/contracts";
import { cacheOptionFacts } from "@slipway/reference-cache";
import {
  type OutboxDocument,
  type TimedStore,
  leaseStore,
  serviceDeps,
  type mongo,
  type ServiceDeps,
  createTurnQueue,
} from "@slipway/store";
import { archiveStore } from "./archive/archive-store.ts";
import { orderStore } from "./record/order-store.ts";
import { bookingStore } from "./record/booking-store.ts";
import { feedBookingStore } from "./calendar/feed-booking-store.ts";
import { feedStore } from "./calendar/feed-store.ts";
import type { Config } from "./config.ts";
import type { ArchiveDeps } from "./archive/deps.ts";
import type { CalendarDeps } from "./calendar/deps.ts";
import type { ChannelDeps } from "./channel/deps.ts";
import type { EraseDeps } from "./erase/deps.ts";
import type { FeedDeps } from "./feed/deps.ts";
import type { OfferDeps } from "./offer/deps.ts";
import type { RecoveryDeps } from "./recovery/deps.ts";
import { cacheBookingIndexes } from "./list/booking-index-cache.ts";
import { bookingIndexStore } from "./list/booking-index-store.ts";
import { personStore } from "./erase/person-store.ts";
import { listStore } from "./list/list-store.ts";
import { everyTenantStore } from "./record/every-tenant-store.ts";
import { tombstoneStore } from "./record/tombstone-store.ts";
import type { collections } from "./schema.ts";
import { attachQueue } from "./claims/attach-claims.ts";
import { keepSellingFacts } from "./offer/keep-facts.ts";

type Deps = ServiceDeps<Config> &
  ArchiveDeps &
  CalendarDeps &
  ChannelDeps &
  EraseDeps &
  FeedDeps &
  OfferDeps &
  RecoveryDeps;

export function buildDeps(opened: Opened<Config, OpenedStore>): Deps {
  const { broker, config, store, clock } = opened;
  const { relay, time } = store;
  const { bookings: collection } = store.collections;
  const withOutbox = collection as unknown as mongo.Collection<OutboxDocument>;
  const takeLease = leaseStore(store.database.connection);
  const databaseTimeLowerBound = clock ?? time.floor;
  const databaseNow = (): Date | "$$NOW" => (clock ? new Date(clock()) : "$$NOW");
  return {
    ...serviceDeps(opened),
    clock: clock ?? time.now,
    databaseTimeLowerBound,
    measureTime: () => time.measure(),
    ...storesOf(store, databaseNow),
    scanTurns: createTurnQueue(),
    bookingIndexes: cacheBookingIndexes({
      // mark: directory-reads
      store: bookingIndexStore(collection),
      databaseTimeLowerBound,
      bytesMax: config.listMemoryBytes,
      breaks: () => store.database.breaks(),
      warn: opened.warn,
    }),
    deliver: (bookingId, event) => relay.committed(withOutbox, bookingId, [event]),
    optionFacts: cacheOptionFacts(broker, referenceCache.invalidateInBookings),
    sellingFacts: keepSellingFacts(broker),
    attachments: attachQueue(broker),
    takeRun: (work, run, ms) => takeLease(work, run, time.now(), ms),
    turns: createTurnQueue(),
  };
}

type OpenedStore = TimedStore<typeof collections>;
type Stores =
  | "store"
  | "orders"
  | "archive"
  | "lists"
  | "persons"
  | "feeds"
  | "feedBookings"
  | "everyTenant"
  | "tombstones";

function storesOf(
  { relay, collections: { bookings, orders, calendarFeeds } }: OpenedStore,
  databaseNow: () => Date | "$$NOW",
): Pick<Deps, Stores> {
  return {
    store: bookingStore(bookings, databaseNow),
    orders: orderStore(orders, relay, databaseNow),
    archive: archiveStore(bookings, databaseNow),
    lists: listStore(bookings),
    persons: personStore(bookings, orders),
    feeds: feedStore(calendarFeeds, relay),
    feedBookings: feedBookingStore(bookings),
    everyTenant: everyTenantStore(bookings),
    tombstones: tombstoneStore(bookings),
  };
}
