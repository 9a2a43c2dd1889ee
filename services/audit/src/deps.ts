import type { TenantRecords } from "@slipway/store";
import type { Config } from "./config.ts";
import type { EntryStore } from "./entry-store.ts";

/** What the use cases of this service work with. */
export interface Deps {
  readonly tenantRecords: TenantRecords;
  readonly entries: EntryStore;
  readonly config: Config;
  readonly clock: () => number;
}
