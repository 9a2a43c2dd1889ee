import { type Service, type ServiceOptions, on, serve } from "@slipway/broker";
import { bookings, facts } from "@slipway/contracts";
import { createRelay, isOutage, openDatabase, tellAudit } from "@slipway/store";
import type { Database } from "@slipway/store";
import { approveBooking } from "./approve-booking.ts";
import { attachQueue } from "./attach-claims.ts";
import { bookingCollection, bookingStore } from "./booking-store.ts";
import { cancelBooking } from "./cancel-booking.ts";
import { configOf } from "./config.ts";
import { confirmBooking } from "./confirm-booking.ts";
import { createBooking } from "./create-booking.ts";
import type { Deps } from "./deps.ts";
import { examineBookings } from "./examine-bookings.ts";
import { type Sweep, holdSweep } from "./expire-bookings.ts";
import { forgetFacts } from "./forget-facts.ts";
import { getBooking } from "./get-booking.ts";
import { hasLiveBookings } from "./has-live-bookings.ts";
import { keepOptionFacts, keepSellingFacts } from "./keep-facts.ts";
import { leaseStore } from "./lease-store.ts";
import { listBookings } from "./list-bookings.ts";
import { listClaimHolders } from "./list-claim-holders.ts";
import { rejectBooking } from "./reject-booking.ts";
import { finishEffects } from "./release-claims.ts";
import { runOncePerKey } from "./run-once-per-key.ts";
import { settleClaims } from "./settle-claims.ts";
import { tombstoneStore } from "./tombstone-store.ts";

/** Bookings: created once, moved through their states, listed, and expired when a hold ends. */
export function bookingsService(options: ServiceOptions): Service {
  const { broker } = options;
  const { sweepMs } = configOf(options);
  let database: Database | undefined;
  let deps: Deps | undefined;
  let sweep: Sweep | undefined;
  const isUp = (): boolean => database?.isUp() ?? false;

  return {
    name: "bookings",
    isUp,
    async start() {
      database = await openDatabase(options.mongodbUri, `${options.databasePrefix}-bookings`);
      const started = await connectDeps(options, database);
      deps = started;
      serve(broker, "bookings", tableOf(started), { isUp, isOutage });
      started.relay.start();
      const takeLease = leaseStore(database.connection);
      sweep = holdSweep(started, { takeLease, everyMs: sweepMs });
      sweep.start();
    },
    async stop() {
      await sweep?.stop();
      await deps?.relay.stop();
      await deps?.attachments.settle();
      await database?.close();
    },
    async settle() {
      await deps?.relay.settle();
      await deps?.attachments.settle();
    },
  };
}

function tableOf(deps: Deps): Parameters<typeof serve>[2] {
  return [
    on(bookings.createBooking, (request, input) => createBooking(deps, request, input)),
    on(bookings.getBooking, (request, input) => getBooking(deps, request, input)),
    on(bookings.listBookings, (request, input) => listBookings(deps, request, input)),
    on(bookings.confirmBooking, (request, input) => confirmBooking(deps, request, input)),
    on(bookings.approveBooking, (request, input) => approveBooking(deps, request, input)),
    on(bookings.rejectBooking, (request, input) => rejectBooking(deps, request, input)),
    on(bookings.cancelBooking, (request, input) => cancelBooking(deps, request, input)),
    on(bookings.hasLiveBookings, (request, input) => hasLiveBookings(deps, request, input)),
    on(bookings.settleClaims, (request, input) => settleClaims(deps, request, input)),
    on(bookings.listClaimHolders, (request, input) => listClaimHolders(deps, request, input)),
    on(bookings.examineBookings, (request) => examineBookings(deps, request)),
    on(facts.forgetInBookings, (request, input) => forgetFacts(deps, request, input)),
  ];
}

async function connectDeps(options: ServiceOptions, database: Database): Promise<Deps> {
  const { broker, log, clock } = options;
  const collection = await bookingCollection(database.connection);
  const databaseNow = clock ? () => new Date(clock()) : () => "$$NOW" as const;
  return {
    broker,
    log,
    clock: clock ?? Date.now,
    store: bookingStore(collection, databaseNow),
    tombstones: tombstoneStore(collection),
    relay: createRelay({
      collections: [collection as never],
      consumers: [tellAudit(broker), finishEffects({ broker, log })],
      warn: (line) => log("warn", line),
    }),
    optionFacts: keepOptionFacts(),
    sellingFacts: keepSellingFacts(),
    attachments: attachQueue(broker),
    oncePerKey: runOncePerKey(),
  };
}
