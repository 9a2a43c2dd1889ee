import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, type photos, supplierOf } from "@slipway/contracts";
import type { PhotoDeps } from "./deps.ts";

/** Finds the supplier of a photo's product. Refuses NOT_FOUND; to a key of one supplier, all photos of others. */
export async function findPhotoSupplier(
  { products }: PhotoDeps,
  { caller }: Request,
  { photoId }: InputOf<typeof photos.findPhotoSupplier>,
): Promise<OutputOf<typeof photos.findPhotoSupplier>> {
  const supplierId = supplierOf(caller);
  // No index has photos: one supplier's products are few.
  const having = { "photos.id": photoId, ...(supplierId === undefined ? {} : { supplierId }) };
  const page = { sort: { _id: 1 }, limit: 1 } as const;
  const [product] = await products.find(caller.tenantId, having, page);
  if (!product) throw refuse("NOT_FOUND");
  return { supplierId: product.supplierId };
}
