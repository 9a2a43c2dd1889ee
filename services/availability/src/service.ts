import { defineService } from "@slipway/broker";
import { availability, outbox, referenceCache, tenantData } from "@slipway/contracts";
import { auditConsumer, operatorActions, syncConsumer } from "@slipway/events";
import { timedStoreOf } from "@slipway/store";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import { finishImports } from "./period/insert-periods.ts";
import * as schema from "./schema.ts";
import * as useCases from "./use-cases.ts";

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
  actions: { ...operatorActions, ...useCases },
  consumers: (deps) => [auditConsumer(deps.broker), syncConsumer(deps.broker), finishImports(deps)],
});
