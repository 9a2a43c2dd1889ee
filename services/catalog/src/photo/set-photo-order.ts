import { type Request, refuse } from "@slipway/broker";
import type { InputOf, photos } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { Deps } from "../deps.ts";
import { inOrder } from "../in-order.ts";
import { type PhotoRecord, photoRecord, photoRecords } from "./photo.ts";

/**
 * Orders the photos of a product by one write; a repeat changes nothing. It tells each photo that has another place
 * then. Refuses NOT_FOUND, and VERSION_CONFLICT where the list does not name each photo once: another request may
 * have added or deleted one.
 */
export async function setPhotoOrder(
  deps: Deps,
  request: Request,
  { id, photoIds }: InputOf<typeof photos.setPhotoOrder>,
): Promise<PhotoRecord[]> {
  const { caller } = request;
  const product = await deps.products.change(caller.tenantId, id, deps.clock(), (found) => {
    const { photos = [] } = found;
    const ordered = inOrder(photos, photoIds)?.map((photo, sortOrder) => ({ ...photo, sortOrder }));
    if (!ordered) throw refuse("VERSION_CONFLICT");
    const before = new Map(photos.map((photo) => [photo.id, photo]));
    const now = deps.clock();
    const event = ordered.flatMap((photo) => {
      const was = before.get(photo.id);
      if (!was || was.sortOrder === photo.sortOrder) return [];
      const change = { type: "photo.updated", entityId: photo.id } as const;
      return eventOf(caller, now, {
        ...change,
        before: photoRecord(was),
        after: photoRecord(photo),
      });
    });
    return event.length === 0 ? null : { set: { photos: ordered }, event, unseen: true };
  });
  return photoRecords(product);
}
