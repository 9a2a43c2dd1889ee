import type { ActorDeps } from "../actor/deps.ts";
import type { Actors } from "../actor/ledger-actors.ts";
import type { DayStore } from "../ledger/day-store.ts";

export interface DepartureDeps extends ActorDeps {
  readonly days: DayStore;
  readonly actors: Actors;
}
