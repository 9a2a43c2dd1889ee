import type { Aggregates, ServiceDeps, TurnQueue } from "@slipway/store";
import type { Config } from "./config.ts";
import type { OptionStore } from "./option/option-store.ts";
import type { PhotoFileStore } from "./photo/photo-file-store.ts";
import type { ProductStore } from "./product/product-store.ts";
import type { TenantDocument } from "./schema.ts";
import type { SupplierStore } from "./supplier/supplier-store.ts";

/** What the use cases of this service are given. */
export interface Deps extends ServiceDeps<Config> {
  readonly tenants: Aggregates<TenantDocument>;
  readonly suppliers: SupplierStore;
  readonly products: ProductStore;
  readonly options: OptionStore;
  readonly photoFiles: PhotoFileStore;
  readonly turns: TurnQueue;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
