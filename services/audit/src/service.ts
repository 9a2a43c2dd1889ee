import { defineService } from "@slipway/broker";
import { audit, tenantData } from "@slipway/contracts";
import { deleteRecords, exportRecords, storeOf } from "@slipway/store";
import { appendEntries } from "./append-entries.ts";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import { eraseEntries, eraseEntriesOf } from "./erase-entries.ts";
import { listCreated } from "./list-created.ts";
import { listLastEntries } from "./list-last-entries.ts";
import { listLog, listPage } from "./list-log.ts";
import * as schema from "./schema.ts";
import { sweepEntries } from "./sweep-entries.ts";

/** The audit log. Takes the setting AUDIT_KEEP_DAYS (730; 0 keeps for ever). */
export const auditService = defineService({
  name: "audit",
  contracts: { ...audit, ...tenantData.ofServices.audit },
  config: configOf,
  store: storeOf("audit", schema),
  deps: buildDeps,
  actions: {
    exportRecords,
    deleteRecords,

    appendEntries,
    eraseEntries,
    eraseEntriesOf,
    listLog,
    listPage,
    listLastEntries,
    listCreated,
  },
  jobs: (deps) => [
    {
      name: "sweep-entries",
      everyMs: 60 * 60 * 1_000,
      atStart: true,
      run: () => sweepEntries(deps),
    },
  ],
});
