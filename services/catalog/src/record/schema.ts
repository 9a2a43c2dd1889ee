import { type Aggregate, collection, outboxIndex, presentIndex, uniqueLive } from "@slipway/store";
import type { OptionFields } from "./option.ts";
import type { ProductFields } from "./product.ts";
import type { SupplierFields } from "./supplier.ts";
import type { TenantFields } from "./tenant.ts";

/** Its id is the tenant's. */
export interface TenantDocument extends Aggregate, TenantFields {}

export interface SupplierDocument extends Aggregate, SupplierFields {}

export interface ProductDocument extends Aggregate, ProductFields {
  /** A product that nobody sees yet: not live, and no reference is taken by it. */
  draft: boolean;
}

export interface OptionDocument extends Aggregate, OptionFields {}

/** Products are counted by this index alone. */
export const productsByName = { tenantId: 1, nameKey: 1, _id: 1 } as const;

/** Options are counted by this index alone. */
export const optionsByPlace = { tenantId: 1, productId: 1, sortOrder: 1, _id: 1 } as const;

export const collections = {
  tenants: collection<TenantDocument>("tenants", [outboxIndex]),
  suppliers: collection<SupplierDocument>("suppliers", [
    uniqueLive({ reference: 1 }),
    [{ tenantId: 1, nameKey: 1, _id: 1 }],
    presentIndex("copying.since"),
    outboxIndex,
  ]),
  products: collection<ProductDocument>("products", [
    uniqueLive({ reference: 1 }),
    [productsByName],
    [{ tenantId: 1, supplierId: 1, nameKey: 1, _id: 1 }],
    presentIndex("closing.since"),
    presentIndex("leftFiles.since"),
    presentIndex("pendingDefault.since"),
    [{ createdAt: 1 }, { partialFilterExpression: { draft: true }, name: "drafts" }],
    outboxIndex,
  ]),
  options: collection<OptionDocument>("options", [
    uniqueLive({ productId: 1, reference: 1 }),
    [{ tenantId: 1, supplierId: 1 }],
    [optionsByPlace],
    [{ tenantId: 1, "units.id": 1 }],
    [{ tenantId: 1, priced: 1 }, { partialFilterExpression: { priced: true } }],
    [{ createdAt: 1 }, { partialFilterExpression: { making: true }, name: "making" }],
    [{ live: 1 }, { partialFilterExpression: { live: false }, name: "discarded" }],
    outboxIndex,
  ]),
};
