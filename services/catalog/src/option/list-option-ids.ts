import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import type { RecordDeps } from "../record/deps.ts";
import { findSupplierOf } from "../record/find-supplier-of.ts";
import { isArchived } from "../record/product.ts";

/** The options of a product, or of a supplier's products, up to a limit. Refuses NOT_FOUND. Internal. */
export async function listOptionIds(
  deps: RecordDeps,
  request: Request,
  { of, limit }: InputOf<typeof catalog.listOptionIds>,
): Promise<OutputOf<typeof catalog.listOptionIds>> {
  const listed =
    "productId" in of
      ? await listOfProduct(deps, request, of.productId)
      : await listOfSupplier(deps, request, { ...of, limit });
  return { optionIds: listed.slice(0, limit) };
}

async function listOfProduct(
  deps: RecordDeps,
  request: Request,
  id: string,
): Promise<readonly string[]> {
  const { tenantId } = request.caller;
  const product = await deps.products.require(tenantId, id);
  const supplier = await findSupplierOf(deps, tenantId, product);
  return isArchived(product, supplier) ? [] : product.options;
}

async function listOfSupplier(
  deps: RecordDeps,
  request: Request,
  { supplierId, limit }: { supplierId: string; limit: number },
): Promise<readonly string[]> {
  const { deletedAt } = await deps.suppliers.require(request.caller.tenantId, supplierId);
  if (deletedAt) return [];
  return deps.products.listOptionIds(request.caller.tenantId, supplierId, limit);
}
