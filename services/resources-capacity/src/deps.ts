import type { ServiceBroker } from "@slipway/broker";
import type { ClaimStore } from "./claim/claim-store.ts";
import type { DayStore } from "./ledger/day-store.ts";
import type { ActorDeps } from "./actor/deps.ts";
import type { Actors } from "./actor/ledger-actors.ts";
import type { SnapshotReader } from "./vacancies/snapshot-cache.ts";

/** Dependencies of the use cases of this service. */
export interface Deps extends ActorDeps {
  readonly broker: ServiceBroker;
  readonly claims: ClaimStore;
  readonly days: DayStore;
  readonly actors: Actors;
  readonly snapshots: SnapshotReader;
  readonly config: Config;
}

export interface Config {
  /** Recovery asks about a claim that is not attached after this long. */
  readonly confirmMs: number;
  readonly sweepMs: number;
}
