import type { ServiceDeps, TurnQueue } from "@slipway/store";
import type { Config } from "./config.ts";
import type { OptionStore } from "./option/option-store.ts";
import type { PhotoFileStore } from "./photo/photo-file-store.ts";
import type { ProductStore } from "./product/product-store.ts";
import type { SupplierStore } from "./supplier/supplier-store.ts";
import type { TenantStore } from "./tenant/tenant-store.ts";

/** What the use cases of this service are given. */
export interface Deps extends ServiceDeps<Config> {
  readonly tenants: TenantStore;
  readonly suppliers: SupplierStore;
  readonly products: ProductStore;
  readonly options: OptionStore;
  readonly photoFiles: PhotoFileStore;
  readonly turns: TurnQueue;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
