import { defineService } from "@slipway/broker";
import { availability, outbox, referenceCache, tenantData } from "@slipway/contracts";
import { auditConsumer, operatorActions, syncConsumer } from "@slipway/events";
import { timedStoreOf } from "@slipway/store";
import { createBlock } from "./block/create-block.ts";
import { deleteBlock } from "./block/delete-block.ts";
import { getBlock } from "./block/get-block.ts";
import { listBlocksAt } from "./block/list-blocks-at.ts";
import { listBlocks } from "./block/list-blocks.ts";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import { getSellingFacts } from "./departure/get-selling-facts.ts";
import { hasManualDeparture } from "./departure/has-manual-departure.ts";
import { listAvailability } from "./departure/list-availability.ts";
import { listCalendar } from "./departure/list-calendar.ts";
import { listMissingStarts } from "./departure/list-missing-starts.ts";
import { listSellingVersions } from "./departure/list-selling-versions.ts";
import { quoteDepartures } from "./departure/quote-departures.ts";
import { recordManualDeparture } from "./departure/record-manual-departure.ts";
import { invalidateCache } from "./invalidate-cache.ts";
import { createPeriod } from "./period/create-period.ts";
import { deactivatePeriod } from "./period/deactivate-period.ts";
import { hasActivePeriods } from "./period/has-active-periods.ts";
import { importPeriods } from "./period/import-periods.ts";
import { finishImports } from "./period/insert-periods.ts";
import { listPeriods } from "./period/list-periods.ts";
import { listStartTimes } from "./period/list-start-times.ts";
import { quotePeriods } from "./period/quote-periods.ts";
import { quotePrices } from "./period/quote-prices.ts";
import { updatePeriod } from "./period/update-period.ts";
import * as schema from "./schema.ts";

/** Availability periods, blocks, manual departures, and what GET /availability makes of them. */
export const availabilityService = defineService({
  name: "availability",
  contracts: {
    ...availability,
    ...outbox.outboxes.availability,
    ...tenantData.ofServices.availability,
    invalidateCache: referenceCache.invalidateInAvailability,
  },
  config: configOf,
  store: timedStoreOf("availability", schema),
  deps: buildDeps,
  actions: {
    ...operatorActions,
    createPeriod,
    importPeriods,
    listPeriods,
    listStartTimes,
    deactivatePeriod,
    quotePeriods,
    quotePrices,
    updatePeriod,
    listAvailability,
    listCalendar,
    quoteDepartures,
    createBlock,
    getBlock,
    listBlocks,
    deleteBlock,
    listBlocksAt,
    getSellingFacts,
    listSellingVersions,
    recordManualDeparture,
    hasManualDeparture,
    listMissingStarts,
    hasActivePeriods,
    invalidateCache,
  },
  consumers: (deps) => [auditConsumer(deps.broker), syncConsumer(deps.broker), finishImports(deps)],
});
