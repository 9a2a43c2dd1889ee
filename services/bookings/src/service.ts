import { type Service, type ServiceOptions, on, serve } from "@slipway/broker";
import { bookings, facts } from "@slipway/contracts";
import { createRelay, isOutage, openDatabase, tellAudit } from "@slipway/store";
import type { Database } from "@slipway/store";
import { attachQueue } from "./attach-claims.ts";
import { bookingCollection, bookingStore } from "./booking-store.ts";
import { configOf } from "./config.ts";
import { createBooking } from "./create-booking.ts";
import type { Deps } from "./deps.ts";
import { forgetFacts } from "./forget-facts.ts";
import { getBooking } from "./get-booking.ts";
import { keepOptionFacts, keepSellingFacts } from "./keep-facts.ts";
import { finishEffects } from "./release-claims.ts";
import { runOncePerKey } from "./run-once-per-key.ts";
import { tombstoneStore } from "./tombstone-store.ts";

/** Bookings: created once, moved through their states, listed, and expired when a hold ends. */
export function bookingsService(options: ServiceOptions): Service {
  const { broker } = options;
  configOf(options);
  let database: Database | undefined;
  let deps: Deps | undefined;
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
    },
    async stop() {
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
      consumers: [tellAudit(broker), finishEffects(broker)],
      warn: (line) => log("warn", line),
    }),
    optionFacts: keepOptionFacts(),
    sellingFacts: keepSellingFacts(),
    attachments: attachQueue(broker),
    oncePerKey: runOncePerKey(),
  };
}
