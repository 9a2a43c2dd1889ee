import { type Request, refuse } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import { differing, requireUnchanged } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { refuseTaken } from "../record/issue-reference.ts";
import { applyContacts } from "../supplier/apply-contacts.ts";
import type { ProductDocument } from "../record/schema.ts";
import { findSupplierOf } from "../record/find-supplier-of.ts";
import { type ProductFields, type ProductRecord, productRecord } from "../record/product.ts";

type UpdateProductInput = InputOf<typeof catalog.updateProduct>;

/**
 * Changes a product; what differs in nothing writes nothing and makes no event. Refuses NOT_FOUND, ARCHIVED
 * and REFERENCE_TAKEN.
 */
export async function updateProduct(
  deps: RecordDeps,
  request: Request,
  input: UpdateProductInput,
): Promise<ProductRecord> {
  const { tenantId } = request.caller;
  const product = await deps.products.require(tenantId, input.id);
  // An earlier change of the supplier, still on its way, must not overwrite this one.
  await applyContacts(deps, await findSupplierOf(deps, tenantId, product));
  const updated = await followUp(change(deps, request, input), () =>
    invalidateCaches(deps.broker, request, [input.id]),
  );
  return productRecord(updated);
}

function change(
  deps: RecordDeps,
  { caller }: Request,
  { id, expectedUpdatedAt, metadata, ...fields }: UpdateProductInput,
): Promise<ProductDocument> {
  const patch = { ...fields, metadata: metadata && JSON.stringify(metadata) };
  const written = deps.products.changeBy(caller, id, deps.clock(), (product) => {
    requireUnchanged(product, expectedUpdatedAt);
    if (product.deletedAt) throw refuse("ARCHIVED");
    const changed = differing<ProductFields>(product, patch);
    if (!changed) return null;
    const set = { ...changed, nameKey: (changed.name ?? product.name).toLowerCase() };
    return { type: "product.updated", set };
  });
  return written.catch(refuseTaken);
}
