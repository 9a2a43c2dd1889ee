import type { Opened } from "@slipway/broker";
import type { Store } from "@slipway/store";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { entryStore } from "./entry-store.ts";
import type { collections } from "./schema.ts";

/** Makes them of the open database and the settings. */
export function buildDeps({
  store,
  config,
  clock = Date.now,
}: Opened<Config, Store<typeof collections>>): Deps {
  const { tenantRecords } = store;
  return { tenantRecords, entries: entryStore(store.collections.entries), config, clock };
}
