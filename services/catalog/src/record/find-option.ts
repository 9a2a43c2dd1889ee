import { refuse } from "@slipway/broker";
import type { RecordDeps } from "./deps.ts";
import { findSupplierOf } from "./find-supplier-of.ts";
import { isArchived } from "./product.ts";
import type { OptionDocument, ProductDocument } from "./schema.ts";
import { lists } from "./option-list.ts";

export interface Found {
  readonly option: OptionDocument;
  readonly product: ProductDocument;
}

/** An option with the product that lists it. Refuses NOT_FOUND. */
export async function findOption(deps: RecordDeps, tenantId: string, id: string): Promise<Found> {
  const option = await deps.options.require(tenantId, id);
  return { option, product: await findListing(deps, tenantId, option) };
}

/** The product that lists an option; refuses NOT_FOUND if none does (any more). */
export async function findListing(
  deps: RecordDeps,
  tenantId: string,
  option: Pick<OptionDocument, "_id" | "productId">,
): Promise<ProductDocument> {
  const product = await deps.products.get(tenantId, option.productId);
  if (!lists(product, option._id)) throw refuse("NOT_FOUND");
  return product;
}

/** Refuses ARCHIVED if the product or its supplier is archived, by what stands now. */
export async function refuseBelowArchived(
  deps: RecordDeps,
  tenantId: string,
  product: ProductDocument,
): Promise<void> {
  const supplier = await findSupplierOf(deps, tenantId, product);
  if (isArchived(product, supplier)) throw refuse("ARCHIVED");
}
