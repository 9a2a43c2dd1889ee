import type { Config } from "./config.ts";
import type { EntryStore } from "./entry-store.ts";

/** What the use cases of this service work with. */
export interface Deps {
  readonly entries: EntryStore;
  readonly config: Config;
  readonly clock: () => number;
}
