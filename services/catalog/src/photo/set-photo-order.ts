import { type Request, refuse } from "@slipway/broker";
import type { InputOf, photos } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { PhotoDeps } from "./deps.ts";
import { inOrder } from "../in-order.ts";
import { type PhotoRecord, photoRecords } from "../record/photo.ts";

/**
 * Orders the photos of a product by one write with one event; a repeat changes nothing. Refuses NOT_FOUND, and VERSION_CONFLICT where the list does not name each photo once: another request may
 * have added or deleted one.
 */
export async function setPhotoOrder(
  deps: PhotoDeps,
  request: Request,
  { id, photoIds }: InputOf<typeof photos.setPhotoOrder>,
): Promise<PhotoRecord[]> {
  const { caller } = request;
  const product = await deps.products.change(caller.tenantId, id, deps.clock(), (found) => {
    const { photos = [] } = found;
    const ordered = inOrder(photos, photoIds)?.map((photo, sortOrder) => ({ ...photo, sortOrder }));
    if (!ordered) throw refuse("VERSION_CONFLICT");
    const before = photos.map((photo) => photo.id);
    if (before.join() === photoIds.join()) return null;
    const event = eventOf(caller, deps.clock(), {
      type: "product.photosOrdered",
      entityId: id,
      before: { photoIds: before },
      after: { photoIds },
    });
    return { set: { photos: ordered }, event, unseen: true };
  });
  return photoRecords(product);
}
