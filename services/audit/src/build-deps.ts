import type { Opened } from "@slipway/broker";
import { type Store, serviceDeps } from "@slipway/store";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { entryStore } from "./entry-store.ts";
import type { collections } from "./schema.ts";

export function buildDeps(opened: Opened<Config, Store<typeof collections>>): Deps {
  const { store, clock = Date.now } = opened;
  return { ...serviceDeps(opened), entries: entryStore(store.collections.entries), clock };
}
