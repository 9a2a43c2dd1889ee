import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import type { RecordDeps } from "../record/deps.ts";

/**
 * Archives a supplier. After the answer nothing is added below it at any depth, and nothing new of it is sold. A
 * request that adds reads its own record before the supplier. This raises the revisions of all that can be added to,
 * after the supplier's write. Refuses NOT_FOUND, a second time too.
 */
export async function archiveSupplier(
  deps: RecordDeps,
  request: Request,
  { id }: InputOf<typeof catalog.archiveSupplier>,
): Promise<OutputOf<typeof catalog.archiveSupplier>> {
  const { tenantId } = request.caller;
  const archived = deps.suppliers.changeBy(request.caller, id, deps.clock(), (supplier, at) => {
    if (supplier.deletedAt) throw refuse("NOT_FOUND");
    return { type: "supplier.deleted", set: { deletedAt: at } };
  });
  await followUp(archived, async () => {
    await deps.products.bumpVersions(tenantId, id);
    await deps.options.bumpVersions(tenantId, { supplierId: id });
    await invalidateCaches(deps.broker, request, [id]);
  });
  return { deleted: true };
}
