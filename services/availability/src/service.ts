import {
  type Lack,
  type Row,
  type Service,
  type ServiceOptions,
  call,
  on,
  serve,
} from "@slipway/broker";
import { availability, catalog, referenceCache } from "@slipway/contracts";
import { createLeasedCache } from "@slipway/reference-cache";
import {
  type Database,
  type Relay,
  type Time,
  createQuota,
  createRelay,
  databaseFailureOf,
  databaseTime,
  lackOf,
  openServiceDatabase,
  outboxRows,
  auditConsumer,
  syncConsumer,
} from "@slipway/store";
import { blockCollection, blockStore } from "./block/block-store.ts";
import { createBlock } from "./block/create-block.ts";
import { deleteBlock } from "./block/delete-block.ts";
import { listBlocks } from "./block/list-blocks.ts";
import { listBlocksAt } from "./block/list-blocks-at.ts";
import { getSellingFacts } from "./departure/get-selling-facts.ts";
import { listAvailability } from "./departure/list-availability.ts";
import { listSellingVersions } from "./departure/list-selling-versions.ts";
import { type Season, loadSeason, placeOf } from "./departure/load-season.ts";
import {
  manualDepartureCollection,
  manualDepartureStore,
} from "./departure/manual-departure-store.ts";
import { readSeasonVersions } from "./departure/read-season-versions.ts";
import { recordManualDeparture } from "./departure/record-manual-departure.ts";
import type { Deps } from "./deps.ts";
import type { OptionFacts } from "./option-facts.ts";
import { createPeriod } from "./period/create-period.ts";
import { deactivatePeriod } from "./period/deactivate-period.ts";
import { listPeriods } from "./period/list-periods.ts";
import { periodCollection, periodStore } from "./period/period-store.ts";

interface Running {
  readonly database: Database;
  readonly relay: Relay;
  readonly deps: Deps;
  readonly time: Time;
}

/** Availability periods, blocks, manual departures, and what GET /availability makes of them. */
export function availabilityService(options: ServiceOptions): Service {
  let running: Running | undefined;
  const lacks = (): Lack | undefined => lackOf(running?.database, running?.time);
  const isUp = (): boolean => lacks() === undefined;

  return {
    lacks,
    async start() {
      running = await openServiceDatabase(options, "availability", (database) =>
        connect(options, database),
      );
      const { deps, relay } = running;
      const table = [...rows(deps), ...outboxRows("availability", relay)];
      serve(options.broker, "availability", table, { isUp, failureOf: databaseFailureOf });
      relay.start();
    },
    async stop() {
      running?.time.stop();
      await running?.relay.stop();
      await running?.database.close();
    },
    async settle() {
      await running?.relay.settle();
    },
  };
}

async function connect(
  options: ServiceOptions,
  database: Database,
): Promise<Omit<Running, "database">> {
  const { connection } = database;
  const [periods, blocks, manualDepartures] = await Promise.all([
    periodCollection(connection),
    blockCollection(connection),
    manualDepartureCollection(connection),
  ]);
  const time = databaseTime(database, options);
  // The last that may fail: from here on it measures until it is stopped.
  await time.start();
  const relay = createRelay({
    connection,
    collections: [periods, blocks] as never,
    consumers: [auditConsumer(options.broker), syncConsumer(options.broker)],
    warn: (line) => options.log("warn", line),
  });
  const holder = { broker: options.broker, invalidatedBy: referenceCache.invalidateInAvailability };
  const own = {
    periods: periodStore(periods, relay),
    blocks: blockStore(blocks, relay),
    // Never ahead of the database's: a block is left out only once it is over by that clock.
    clock: options.clock ?? time.floor,
  };
  const deps: Deps = {
    ...own,
    broker: options.broker,
    periodQuota: createQuota("QUOTA_PERIODS_PER_OPTION", options.settings),
    manualDepartures: manualDepartureStore(manualDepartures),
    catalogFacts: createLeasedCache<OptionFacts>({
      holder,
      load: (request, optionId) => call(request, catalog.getOptionFacts, { optionId }),
      tagsOf: (fact) => [fact.option.id, fact.productId, fact.supplierId, fact.option.tenantId],
      check: {
        versionOf: ({ version }) => version,
        async readVersions(request, optionIds) {
          return (await call(request, catalog.listOptionVersions, { optionIds })).versions;
        },
      },
    }),
    seasons: createLeasedCache<Season>({
      holder,
      load: (request, key) => loadSeason(own, request.caller.tenantId, key),
      tagsOf: ({ optionId, productId }) => [optionId, productId],
      check: {
        versionOf: ({ version }) => version,
        readVersions: (request, keys) =>
          readSeasonVersions(own, request.caller.tenantId, keys.map(placeOf)),
      },
    }),
  };
  return { deps, relay, time };
}

function rows(deps: Deps): Row[] {
  return [
    on(availability.createPeriod, (request, input) => createPeriod(deps, request, input)),
    on(availability.listPeriods, (request, input) => listPeriods(deps, request, input)),
    on(availability.deactivatePeriod, (request, input) => deactivatePeriod(deps, request, input)),
    on(availability.listAvailability, (request, input) => listAvailability(deps, request, input)),
    on(availability.createBlock, (request, input) => createBlock(deps, request, input)),
    on(availability.listBlocks, (request, input) => listBlocks(deps, request, input)),
    on(availability.deleteBlock, (request, input) => deleteBlock(deps, request, input)),
    on(availability.listBlocksAt, (request, input) => listBlocksAt(deps, request, input)),
    on(availability.getSellingFacts, (request, input) => getSellingFacts(deps, request, input)),
    on(availability.listSellingVersions, (request, input) =>
      listSellingVersions(deps, request, input),
    ),
    on(availability.recordManualDeparture, (request, input) =>
      recordManualDeparture(deps, request, input),
    ),
    on(availability.hasManualDeparture, async (request, { optionId, startAt }) => ({
      found: await deps.manualDepartures.has(request.caller.tenantId, optionId, new Date(startAt)),
    })),
    on(availability.hasActivePeriods, async (request, { optionId }) => ({
      found: await deps.periods.hasActive(request.caller.tenantId, optionId, deps.clock()),
    })),
    on(referenceCache.invalidateInAvailability, async (request, { keys }) => {
      const { tenantId } = request.caller;
      const kept = [deps.catalogFacts, deps.seasons];
      await Promise.all(kept.map((each) => each.invalidate(tenantId, keys)));
      return {};
    }),
  ];
}
