import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, photos } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { PhotoDeps } from "./deps.ts";
import { photoRecord, photosWithout } from "../record/photo.ts";

/** Deletes a photo; the others keep their places. Refuses NOT_FOUND, a second time too. */
export async function deletePhoto(
  deps: PhotoDeps,
  request: Request,
  { id, photoId }: InputOf<typeof photos.deletePhoto>,
): Promise<OutputOf<typeof photos.deletePhoto>> {
  const { tenantId } = request.caller;
  let fileId = "";
  await deps.products.change(tenantId, id, deps.clock(), (product) => {
    const photo = product.photos?.find((each) => each.id === photoId);
    if (!photo) throw refuse("NOT_FOUND");
    ({ fileId } = photo);
    const now = new Date(deps.clock());
    const event = eventOf(request.caller, now.getTime(), {
      type: "photo.deleted",
      entityId: photoId,
      before: { ...photoRecord(photo), productId: id },
      after: null,
    });
    return { set: photosWithout(product, photoId, now), event, unseen: true };
  });
  // A crash before this lets the photo count until the sweep drops its file.
  await deps.photoFiles.leave(tenantId, fileId);
  return { deleted: true };
}
