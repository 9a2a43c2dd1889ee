import type { Aggregates, ServiceDeps, TurnQueue } from "@slipway/store";
import type { Config } from "../config.ts";
import type { TenantDocument } from "./schema.ts";
import type { SupplierStore } from "./supplier-store.ts";
import type { ProductStore } from "./product-store.ts";
import type { OptionStore } from "./option-store.ts";

/** Dependencies of record/, and of the folders above it. */
export interface RecordDeps extends Pick<ServiceDeps<Config>, "broker" | "config"> {
  readonly tenants: Aggregates<TenantDocument>;
  readonly suppliers: SupplierStore;
  readonly products: ProductStore;
  readonly options: OptionStore;
  readonly turns: TurnQueue;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
