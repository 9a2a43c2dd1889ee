import type { Opened } from "@slipway/broker";
import type { Store } from "@slipway/store";
import type { Config } from "./config.ts";
import { type EntryStore, entryStore } from "./entry-store.ts";
import type { collections } from "./schema.ts";

/** What the use cases of this service work with. */
export interface Deps {
  readonly entries: EntryStore;
  readonly config: Config;
  readonly clock: () => number;
}

/** Makes them of the open database. */
export function depsOf({
  store,
  config,
  clock = Date.now,
}: Opened<Config, Store<typeof collections>>): Deps {
  return { entries: entryStore(store.collections.entries), config, clock };
}
