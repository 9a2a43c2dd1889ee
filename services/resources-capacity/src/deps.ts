import type { ServiceDeps } from "@slipway/store";
import type { Config } from "./config.ts";
import type { ClaimStore } from "./ledger/claim-store.ts";
import type { DayStore } from "./ledger/day-store.ts";
import type { ActorDeps } from "./actor/deps.ts";
import type { Actors } from "./actor/ledger-actors.ts";
import type { SnapshotReader } from "./vacancies/snapshot-cache.ts";

/** Dependencies of the use cases of this service. */
export interface Deps extends ActorDeps, ServiceDeps<Config> {
  readonly claims: ClaimStore;
  readonly days: DayStore;
  readonly actors: Actors;
  readonly snapshots: SnapshotReader;
}
