import type { Opened } from "@slipway/broker";
import type { TimedStore } from "@slipway/store";
import { createAttachments } from "./actor/attachment-queue.ts";
import { createActors } from "./actor/ledger-actors.ts";
import { claimStore } from "./claim/claim-store.ts";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { dayStore } from "./ledger/day-store.ts";
import { ledgerStore } from "./ledger/ledger-store.ts";
import { resourceStore } from "./resource/resource-store.ts";
import type { collections } from "./schema.ts";
import { createSnapshots } from "./vacancies/snapshot-cache.ts";

/** Makes them of the open database and the settings. */
export function buildDeps({
  broker,
  warn,
  config,
  store,
  ...options
}: Opened<Config, TimedStore<typeof collections>>): Deps {
  const { relay, time, collections: opened } = store;
  const clock = options.clock ?? time.floor;
  // mark: time-of-places
  const certainTime = async (): Promise<number> => options.clock?.() ?? time.certain();
  const stores = {
    resources: resourceStore(opened.resources, relay),
    claims: claimStore(opened.claims, relay),
    ledgers: ledgerStore(opened.ledgers, relay),
  };
  const actorDeps = { ...stores, attachments: createAttachments(), clock, certainTime, warn };
  return {
    ...actorDeps,
    broker,
    tenantRecords: store.tenantRecords,
    relay,
    config,
    days: dayStore(opened.days),
    actors: createActors(actorDeps),
    snapshots: createSnapshots(stores),
  };
}
