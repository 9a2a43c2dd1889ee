import type { ActorDeps } from "../actor/deps.ts";
import type { DayStore } from "../ledger/day-store.ts";

/** Dependencies of resource/. */
export interface ResourceDeps extends ActorDeps {
  readonly days: DayStore;
}
