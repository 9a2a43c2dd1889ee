import { defineService } from "@slipway/broker";
import { capacityArchive, outbox, resourcesCapacity, tenantData } from "@slipway/contracts";
import { auditConsumer, operatorActions, syncConsumer, webhooksConsumer } from "@slipway/events";
import { timedStoreOf } from "@slipway/store";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import { deliverCallOffs } from "./departure/deliver-call-offs.ts";
import { recoverClaims } from "./recovery/recover-claims.ts";
import * as schema from "./schema.ts";
import * as useCases from "./use-cases.ts";

/** Resources, what options need of them, and the ledgers that no departure can oversell. */
export const resourcesCapacityService = defineService({
  name: "resourcesCapacity",
  contracts: {
    ...resourcesCapacity,
    ...capacityArchive,
    ...outbox.outboxes.resourcesCapacity,
    ...tenantData.ofServices.resourcesCapacity,
  },
  config: configOf,
  store: timedStoreOf("resources-capacity", schema),
  deps: buildDeps,
  actions: { ...operatorActions, ...useCases },
  consumers: (deps) => [
    auditConsumer(deps.broker),
    syncConsumer(deps.broker),
    webhooksConsumer(deps.broker),
    deliverCallOffs(deps),
  ],
  jobs: (deps) => [
    { name: "recover-claims", everyMs: deps.config.sweepMs, run: () => recoverClaims(deps) },
  ],
  parts: ({ actors }) => [actors],
});
