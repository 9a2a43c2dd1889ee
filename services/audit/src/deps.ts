import type { ServiceDeps } from "@slipway/store";
import type { Config } from "./config.ts";
import type { EntryStore } from "./entry-store.ts";

export interface Deps extends ServiceDeps<Config> {
  readonly entries: EntryStore;
  readonly clock: () => number;
}
