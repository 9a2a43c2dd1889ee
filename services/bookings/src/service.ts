import { type Lack, type Service, type ServiceOptions, on, serve } from "@slipway/broker";
import { bookings, referenceCache } from "@slipway/contracts";
import {
  type Database,
  type Relay,
  type OutboxDocument,
  type Time,
  createRelay,
  databaseFailureOf,
  databaseTime,
  lackOf,
  leaseStore,
  type mongo,
  openServiceDatabase,
  outboxRows,
  auditConsumer,
  syncConsumer,
  webhooksConsumer,
} from "@slipway/store";
import { approveBooking } from "./lifecycle/approve-booking.ts";
import { attachQueue } from "./sell/attach-claims.ts";
import { bookingCollection, bookingStore } from "./booking-store.ts";
import { cancelBooking } from "./lifecycle/cancel-booking.ts";
import { configOf } from "./config.ts";
import { confirmBooking } from "./lifecycle/confirm-booking.ts";
import { createBooking } from "./sell/create-booking.ts";
import { createChannelBooking } from "./channel/create-channel-booking.ts";
import type { Deps } from "./deps.ts";
import { cacheBookingIndexes } from "./list/booking-index-cache.ts";
import { bookingIndexStore } from "./list/booking-index-store.ts";
import { extendBooking } from "./lifecycle/extend-booking.ts";
import { everyTenantStore } from "./recovery/every-tenant-store.ts";
import { examineBookings } from "./recovery/examine-bookings.ts";
import { type Sweep, holdSweep } from "./lifecycle/expire-bookings.ts";
import { findChannelBooking } from "./channel/find-channel-booking.ts";
import { invalidateCache } from "./sell/invalidate-cache.ts";
import { getBooking } from "./list/get-booking.ts";
import { hasLiveBookings } from "./list/has-live-bookings.ts";
import { keepOptionFacts, keepSellingFacts } from "./sell/keep-facts.ts";
import { listBookings } from "./list/list-bookings.ts";
import { listChanges } from "./feed/list-changes.ts";
import { listStore } from "./list/list-store.ts";
import { listClaimHolders } from "./recovery/list-claim-holders.ts";
import { rejectBooking } from "./lifecycle/reject-booking.ts";
import { finishEffects } from "./lifecycle/release-claims.ts";
import { repairBookings } from "./recovery/repair-bookings.ts";
import { runOncePerKey } from "./sell/run-once-per-key.ts";
import { settleClaims } from "./recovery/settle-claims.ts";
import { updateBooking } from "./change/update-booking.ts";
import { tombstoneStore } from "./recovery/tombstone-store.ts";

interface Connected {
  readonly database: Database;
  readonly deps: Deps;
  readonly relay: Relay;
  readonly sweep: Sweep;
  readonly time: Time;
}

/** Bookings: created once, moved through their states, listed, and expired when a hold ends. */
export function bookingsService(options: ServiceOptions): Service {
  let connected: Connected | undefined;
  const lacks = (): Lack | undefined => lackOf(connected?.database, connected?.time);
  const isUp = (): boolean => lacks() === undefined;

  return {
    lacks,
    async start() {
      connected = await openServiceDatabase(options, "bookings", (database) =>
        connect(options, database),
      );
      const { deps, relay } = connected;
      const table = [...tableOf(deps), ...outboxRows("bookings", relay)];
      serve(options.broker, "bookings", table, { isUp, failureOf: databaseFailureOf });
      connected.relay.start();
      connected.sweep.start();
    },
    async stop() {
      connected?.time.stop();
      await connected?.sweep.stop();
      await connected?.relay.stop();
      await connected?.deps.attachments.settle();
      await connected?.database.close();
    },
    async settle() {
      await connected?.relay.settle();
      await connected?.deps.attachments.settle();
    },
  };
}

function tableOf(deps: Deps): Parameters<typeof serve>[2] {
  return [
    on(bookings.createBooking, (request, input) => createBooking(deps, request, input)),
    on(bookings.createChannelBooking, (request, input) =>
      createChannelBooking(deps, request, input),
    ),
    on(bookings.findChannelBooking, (request, input) => findChannelBooking(deps, request, input)),
    on(bookings.getBooking, (request, input) => getBooking(deps, request, input)),
    on(bookings.listBookings, (request, input) => listBookings(deps, request, input)),
    on(bookings.listChanges, (request, input) => listChanges(deps, request, input)),
    on(bookings.updateBooking, (request, input) => updateBooking(deps, request, input)),
    on(bookings.extendBooking, (request, input) => extendBooking(deps, request, input)),
    on(bookings.confirmBooking, (request, input) => confirmBooking(deps, request, input)),
    on(bookings.approveBooking, (request, input) => approveBooking(deps, request, input)),
    on(bookings.rejectBooking, (request, input) => rejectBooking(deps, request, input)),
    on(bookings.cancelBooking, (request, input) => cancelBooking(deps, request, input)),
    on(bookings.hasLiveBookings, (request, input) => hasLiveBookings(deps, request, input)),
    on(bookings.settleClaims, (request, input) => settleClaims(deps, request, input)),
    on(bookings.listClaimHolders, (request, input) => listClaimHolders(deps, request, input)),
    on(bookings.examineBookings, (request) => examineBookings(deps, request)),
    on(bookings.repairBookings, (request, input) => repairBookings(deps, request, input)),
    on(referenceCache.invalidateInBookings, (request, input) =>
      invalidateCache(deps, request, input),
    ),
  ];
}

async function connect(
  options: ServiceOptions,
  database: Database,
): Promise<Omit<Connected, "database">> {
  const { broker, log, clock } = options;
  const collection = await bookingCollection(database.connection);
  const withOutbox = collection as unknown as mongo.Collection<OutboxDocument>;
  const relay = createRelay({
    connection: database.connection,
    collections: [withOutbox],
    consumers: [
      auditConsumer(broker),
      webhooksConsumer(broker),
      syncConsumer(broker),
      finishEffects({ broker, log }),
    ],
    warn: (line) => log("warn", line),
  });
  const { sweepMs: everyMs, listMemoryBytes } = configOf(options);
  const time = databaseTime(database, options);
  // The last that may fail: from here on it measures until it is stopped.
  await time.start();
  const databaseTimeLowerBound = clock ?? time.floor;
  const deps: Deps = {
    broker,
    log,
    clock: clock ?? time.now,
    databaseTimeLowerBound,
    measureTime: () => time.measure(),
    store: bookingStore(collection, clock ? () => new Date(clock()) : () => "$$NOW"),
    lists: listStore(collection),
    bookingIndexes: cacheBookingIndexes({
      // mark: directory-reads
      store: bookingIndexStore(collection),
      databaseTimeLowerBound,
      bytesMax: listMemoryBytes,
      breaks: () => database.breaks(),
    }),
    everyTenant: everyTenantStore(collection),
    tombstones: tombstoneStore(collection),
    backlog: (limit) => relay.backlog(limit),
    deliver: (bookingId, event) => relay.committed(withOutbox, bookingId, [event]),
    optionFacts: keepOptionFacts(broker),
    sellingFacts: keepSellingFacts(broker),
    attachments: attachQueue(broker),
    oncePerKey: runOncePerKey(),
  };
  const takeLease = leaseStore(database.connection);
  return {
    deps,
    relay,
    time,
    sweep: holdSweep(deps, { takeLease, everyMs, databaseNow: time.now }),
  };
}
