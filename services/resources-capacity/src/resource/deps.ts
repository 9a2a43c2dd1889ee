import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { ActorDeps } from "../actor/deps.ts";
import type { DayStore } from "../ledger/day-store.ts";

export interface ResourceDeps extends ActorDeps, Pick<ServiceDeps<Config>, "config"> {
  readonly days: DayStore;
}
