import { refuse } from "@slipway/broker";
import assert from "node:assert";
import type { RecordDeps } from "./deps.ts";
import type { ProductDocument, SupplierDocument } from "./schema.ts";

/** A product, an archived one too. Refuses NOT_FOUND. */
export async function findProduct(
  deps: RecordDeps,
  tenantId: string,
  id: string,
): Promise<ProductDocument> {
  const product = await deps.products.get(tenantId, id);
  if (!product) throw refuse("NOT_FOUND");
  return product;
}

/** The supplier of a product or an option: suppliers are archived, never removed. */
export async function findSupplierOf(
  deps: RecordDeps,
  tenantId: string,
  { supplierId }: { readonly supplierId: string },
): Promise<SupplierDocument> {
  const supplier = await deps.suppliers.get(tenantId, supplierId);
  assert(supplier, "a product has its supplier");
  return supplier;
}
