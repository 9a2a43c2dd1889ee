import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import type { RecordDeps } from "../record/deps.ts";
import { optionRecord } from "../record/option.ts";
import { photoRecords } from "../record/photo.ts";
import { findSupplierOf } from "../record/find-supplier-of.ts";
import { isArchived, productRecord } from "../record/product.ts";

/** A product with its options and photos, an archived one too. Refuses NOT_FOUND. */
export async function getProduct(
  deps: RecordDeps,
  request: Request,
  { id }: InputOf<typeof catalog.getProduct>,
): Promise<OutputOf<typeof catalog.getProduct>> {
  const { tenantId } = request.caller;
  const product = await deps.products.require(tenantId, id);
  const heads = await deps.options.listHeads(tenantId, product.options);
  return {
    ...productRecord(product),
    options: heads.map((head) => optionRecord(head, product)),
    photos: photoRecords(product),
  };
}

/** The facts of a product that other services need. Refuses NOT_FOUND. */
export async function getProductFacts(
  deps: RecordDeps,
  request: Request,
  { productId }: InputOf<typeof catalog.getProductFacts>,
): Promise<OutputOf<typeof catalog.getProductFacts>> {
  const { tenantId } = request.caller;
  const product = await deps.products.require(tenantId, productId);
  const supplier = await findSupplierOf(deps, tenantId, product);
  return {
    productId,
    supplierId: product.supplierId,
    timezone: product.timezone ?? supplier.timezone,
    archived: isArchived(product, supplier),
    changedAt: new Date(
      Math.max(Number(product.updatedAt), Number(product.removedAt ?? 0)),
    ).toISOString(),
  };
}
