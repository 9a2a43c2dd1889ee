import type { ServiceBroker } from "@slipway/broker";
import type { ClaimStore } from "./claim/claim-store.ts";
import type { DayStore } from "./ledger/day-store.ts";
import type { ActorDeps } from "./actor/deps.ts";
import type { Actors } from "./actor/ledger-actors.ts";
import type { Looks } from "./vacancies/look-cache.ts";

/** What the use cases of this service are given. */
export interface Deps extends ActorDeps {
  readonly broker: ServiceBroker;
  readonly claims: ClaimStore;
  readonly days: DayStore;
  readonly actors: Actors;
  readonly looks: Looks;
  readonly config: Config;
}

export interface Config {
  /** After this long without a booking known to name a claim, recovery asks. */
  readonly confirmMs: number;
  readonly sweepMs: number;
}
