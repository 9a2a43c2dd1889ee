import type { ServiceBroker } from "@slipway/broker";
import type { Quota, TurnQueue } from "@slipway/store";
import type { OptionStore } from "./option/option-store.ts";
import type { PhotoFileStore } from "./photo/photo-file-store.ts";
import type { ProductStore } from "./product/product-store.ts";
import type { SupplierStore } from "./supplier/supplier-store.ts";
import type { TenantStore } from "./tenant/tenant-store.ts";

/** How much a tenant may have. */
export interface CatalogQuotas {
  readonly products: Quota;
  readonly options: Quota;
  readonly photos: Quota;
  readonly photoMib: Quota;
}

/** What the use cases of this service are given. */
export interface Deps {
  readonly broker: ServiceBroker;
  readonly tenants: TenantStore;
  readonly suppliers: SupplierStore;
  readonly products: ProductStore;
  readonly options: OptionStore;
  readonly photoFiles: PhotoFileStore;
  readonly turns: TurnQueue;
  readonly quotas: CatalogQuotas;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
