import type { Aggregates, TurnQueue } from "@slipway/store";
import type { TenantDocument } from "./schema.ts";
import type { SupplierStore } from "./supplier-store.ts";
import type { ProductStore } from "./product-store.ts";
import type { OptionStore } from "./option-store.ts";

/** Dependencies of record/. */
export interface RecordDeps {
  readonly tenants: Aggregates<TenantDocument>;
  readonly suppliers: SupplierStore;
  readonly products: ProductStore;
  readonly options: OptionStore;
  readonly turns: TurnQueue;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
