import type { Opened, ServiceBroker } from "@slipway/broker";
import { referenceCache } from "@slipway/contracts";
import { cacheOptionFacts, createLeasedCache, placeOf } from "@slipway/reference-cache";
import { type TimedStore, serviceDeps, type ServiceDeps } from "@slipway/store";
import { blockStore } from "./record/block-store.ts";
import { schedulesCharactersMax } from "./constants.ts";
import type { Config } from "./config.ts";
import {
  type Schedule,
  loadSchedule,
  manualTag,
  readScheduleVersions,
} from "./departure/load-schedule.ts";
import { manualDepartureStore } from "./record/manual-departure-store.ts";
import type { BlockDeps } from "./block/deps.ts";
import type { DepartureDeps } from "./departure/deps.ts";
import type { PeriodDeps } from "./period/deps.ts";
import { periodStore } from "./record/period-store.ts";
import type { collections } from "./record/schema.ts";

type Deps = ServiceDeps<Config> & BlockDeps & DepartureDeps & PeriodDeps;

export function buildDeps(opened: Opened<Config, TimedStore<typeof collections>>): Deps {
  const { broker, store, clock } = opened;
  const { relay, time, collections } = store;
  const own = {
    periods: periodStore(collections.periods, relay),
    blocks: blockStore(collections.blocks, relay),
    manualDepartures: manualDepartureStore(collections.manualDepartures),
    // Never ahead of the database's: a block is left out only once it is over by that clock.
    clock: clock ?? time.floor,
  };
  return {
    ...serviceDeps(opened),
    ...own,
    catalogFacts: cacheOptionFacts(broker, referenceCache.invalidateInAvailability),
    schedules: cacheSchedules(broker, own),
  };
}

function cacheSchedules(
  broker: ServiceBroker,
  own: Pick<Deps, "periods" | "blocks" | "manualDepartures" | "clock">,
): Deps["schedules"] {
  return createLeasedCache<Schedule>({
    charactersMax: schedulesCharactersMax,
    holder: { broker, invalidatedBy: referenceCache.invalidateInAvailability },
    load: (request, key) => loadSchedule(own, request.caller.tenantId, key),
    tagsOf: ({ optionId, productId }) => [optionId, productId, manualTag(optionId)],
    check: {
      versionOf: ({ version }) => version,
      readVersions: (request, keys) =>
        readScheduleVersions(own, request.caller.tenantId, keys.map(placeOf)),
    },
  });
}
