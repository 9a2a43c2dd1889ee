import { defineService } from "@slipway/broker";
import { catalog, outbox, photos, tenantData } from "@slipway/contracts";
import { auditConsumer, operatorActions, syncConsumer } from "@slipway/events";
import { storeOf } from "@slipway/store";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import { settleDeletedOptions } from "./option/settle-deletion.ts";
import * as schema from "./schema.ts";
import { sweepCatalog } from "./sweep-catalog.ts";
import * as useCases from "./use-cases.ts";

/** Suppliers, products, options, units, prices, photos and the tenant's currency. */
export const catalogService = defineService({
  name: "catalog",
  contracts: {
    ...catalog,
    ...photos,
    ...outbox.outboxes.catalog,
    ...tenantData.ofServices.catalog,
  },
  config: configOf,
  store: storeOf("catalog", schema),
  deps: buildDeps,
  actions: { ...operatorActions, ...useCases },
  consumers: (deps) => [
    auditConsumer(deps.broker),
    syncConsumer(deps.broker),
    settleDeletedOptions(deps),
  ],
  jobs: (deps) => [
    { name: "sweep-catalog", everyMs: 10_000, atStart: true, run: () => sweepCatalog(deps) },
  ],
});
