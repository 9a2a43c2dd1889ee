import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import type { RecordDeps } from "../record/deps.ts";

/**
 * Archives a product. Once answered, nothing is added below it and nothing new of it is sold: see
 * `archiveSupplier`. Refuses NOT_FOUND, a second time too.
 */
export async function archiveProduct(
  deps: RecordDeps,
  request: Request,
  { id }: InputOf<typeof catalog.archiveProduct>,
): Promise<OutputOf<typeof catalog.archiveProduct>> {
  const { tenantId } = request.caller;
  const archived = deps.products.changeBy(request.caller, id, deps.clock(), (product, at) => {
    if (product.deletedAt) throw refuse("NOT_FOUND");
    return { type: "product.deleted", set: { deletedAt: at } };
  });
  await followUp(archived, async () => {
    await deps.options.bumpVersions(tenantId, { productId: id });
    await invalidateCaches(deps.broker, request, [id]);
  });
  return { deleted: true };
}
