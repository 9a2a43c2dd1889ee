import type { Opened } from "@slipway/broker";
import { type TimedStore, serviceDeps, type ServiceDeps } from "@slipway/store";
import { createAttachments } from "./actor/attachment-queue.ts";
import { createActors } from "./actor/ledger-actors.ts";
import { claimStore } from "./ledger/claim-store.ts";
import type { Config } from "./config.ts";
import type { ArchiveDeps } from "./archive/deps.ts";
import type { RecoveryDeps } from "./recovery/deps.ts";
import type { ResourceDeps } from "./resource/deps.ts";
import type { VacanciesDeps } from "./vacancies/deps.ts";
import { dayStore } from "./ledger/day-store.ts";
import { ledgerStore } from "./ledger/ledger-store.ts";
import { resourceStore } from "./ledger/resource-store.ts";
import type { collections } from "./ledger/schema.ts";
import { createSnapshots } from "./vacancies/snapshot-cache.ts";

type Deps = ServiceDeps<Config> & ArchiveDeps & RecoveryDeps & ResourceDeps & VacanciesDeps;

export function buildDeps(opened: Opened<Config, TimedStore<typeof collections>>): Deps {
  const { warn, store } = opened;
  const { relay, time, collections } = store;
  const clock = opened.clock ?? time.floor;
  // mark: time-of-places
  const certainTime = async (): Promise<number> => opened.clock?.() ?? time.certain();
  const claims = claimStore(collections.claims, relay);
  const stores = {
    resources: resourceStore(collections.resources, relay),
    claims,
    ledgers: ledgerStore(collections.ledgers, { relay, claims, warn }),
  };
  const actorDeps = { ...stores, attachments: createAttachments(), clock, certainTime, warn };
  return {
    ...serviceDeps(opened),
    ...actorDeps,
    days: dayStore(collections.days),
    actors: createActors(actorDeps),
    snapshots: createSnapshots({ ...stores, clock, breaks: () => store.database.breaks() }),
  };
}
