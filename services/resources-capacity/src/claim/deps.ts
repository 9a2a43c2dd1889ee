import type { ServiceDeps } from "@slipway/store";
import type { ActorDeps } from "../actor/deps.ts";
import type { Actors } from "../actor/ledger-actors.ts";
import type { Config } from "../config.ts";
import type { DayStore } from "../ledger/day-store.ts";

export interface ClaimDeps extends ActorDeps, Pick<ServiceDeps<Config>, "config"> {
  readonly days: DayStore;
  readonly actors: Actors;
}
