import assert from "node:assert";
import { type Lack, type Service, type ServiceOptions, on, serve } from "@slipway/broker";
import { audit } from "@slipway/contracts";
import { type Database, databaseFailureOf, lackOf, openServiceDatabase } from "@slipway/store";
import { appendEntries } from "./append-entries.ts";
import type { Deps } from "./deps.ts";
import { keepDaysOf } from "./entry.ts";
import { entryStore } from "./entry-store.ts";
import { listCreated } from "./list-created.ts";
import { listEntries } from "./list-entries.ts";
import { listLastEntries } from "./list-last-entries.ts";
import { listLog } from "./list-log.ts";
import { sweepRegularly } from "./sweep-entries.ts";

/** The audit log. Takes the setting AUDIT_KEEP_DAYS (730; 0 keeps for ever). */
export function auditService(options: ServiceOptions): Service {
  const { broker, log, clock = Date.now } = options;
  let database: Database | undefined;
  let endSweeping: (() => Promise<void>) | undefined;
  const lacks = (): Lack | undefined => lackOf(database);
  const isUp = (): boolean => lacks() === undefined;
  return {
    name: "audit",
    lacks,
    async start() {
      const keepDays = keepDaysOf(options.settings?.["AUDIT_KEEP_DAYS"]);
      assert(keepDays !== null, "AUDIT_KEEP_DAYS must be a whole number of days, 0 for ever.");
      const opened = await openServiceDatabase(options, "audit", async ({ connection }) => ({
        entries: await entryStore(connection),
      }));
      database = opened.database;
      const { entries } = opened;
      const deps: Deps = { entries, keepDays, clock, warn: (line) => log("warn", line) };
      serve(
        broker,
        "audit",
        [
          on(audit.appendEntries, (request, input) => appendEntries(deps, request, input)),
          on(audit.listLog, (request, input) => listLog(deps, request, input)),
          on(audit.listEntries, (request, input) => listEntries(deps, request, input)),
          on(audit.listLastEntries, (request, input) => listLastEntries(deps, request, input)),
          on(audit.listCreated, (request, input) => listCreated(deps, request, input)),
        ],
        { isUp, failureOf: databaseFailureOf },
      );
      endSweeping = sweepRegularly(deps);
    },
    async stop() {
      await endSweeping?.();
      await database?.close();
      database = undefined;
    },
    // It tells nobody.
    settle: () => Promise.resolve(),
  };
}
