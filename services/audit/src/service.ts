import { defineService } from "@slipway/broker";
import { audit, tenantData } from "@slipway/contracts";
import { deleteRecords, exportRecords, storeOf } from "@slipway/store";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import * as schema from "./schema.ts";
import { sweepEntries } from "./sweep-entries.ts";
import * as useCases from "./use-cases.ts";

/** The audit log. Takes the setting AUDIT_KEEP_DAYS (730; 0 keeps for ever). */
export const auditService = defineService({
  name: "audit",
  contracts: { ...audit, ...tenantData.ofServices.audit },
  config: configOf,
  store: storeOf("audit", schema),
  deps: buildDeps,
  actions: { exportRecords, deleteRecords, ...useCases },
  jobs: (deps) => [
    {
      name: "sweep-entries",
      everyMs: 60 * 60 * 1_000,
      atStart: true,
      run: () => sweepEntries(deps),
    },
  ],
});
