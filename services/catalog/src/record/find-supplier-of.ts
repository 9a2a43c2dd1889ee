import assert from "node:assert";
import type { RecordDeps } from "./deps.ts";
import type { SupplierDocument } from "./schema.ts";

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
