import { type Request, refuse } from "@slipway/broker";
import type { InputOf, photos } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import assert from "node:assert";
import type { PhotoDeps } from "./deps.ts";
import { measured } from "./create-photo.ts";
import { type Photo, type PhotoRecord, photoRecord, photosReplacing } from "../record/photo.ts";

/**
 * Puts a complete upload in the place of a photo's bytes; its id and its place stay. The sweep removes the bytes of
 * before once nobody can be reading them. If two requests come at the same time, the later write stays. Refuses
 * NOT_FOUND.
 */
export async function replacePhoto(
  deps: PhotoDeps,
  request: Request,
  { productId, photoId, fileId, chunks, contentType }: InputOf<typeof photos.replacePhoto>,
): Promise<PhotoRecord> {
  const { tenantId } = request.caller;
  let leftFileId: string | undefined;
  const changed = await deps.products.change(tenantId, productId, deps.clock(), async (product) => {
    const current = product.photos?.find(({ id }) => id === photoId);
    if (!current) throw refuse("NOT_FOUND");
    leftFileId = undefined;
    if (current.fileId === fileId) return null;
    leftFileId = current.fileId;
    const file = await measured(deps, tenantId, { fileId, chunks });
    const updatedAt = laterThan(current.updatedAt, deps.clock());
    const photo: Photo = { ...current, fileId, contentType, ...file, updatedAt };
    const event = eventOf(request.caller, updatedAt.getTime(), {
      type: "photo.updated",
      entityId: photoId,
      before: { ...photoRecord(current), productId },
      after: { ...photoRecord(photo), productId },
    });
    return { set: photosReplacing(product, photo), event, unseen: true };
  });
  const replaced = changed.photos?.find(({ id }) => id === photoId);
  assert(replaced, "the write that has just succeeded names the photo");
  await deps.photoFiles.finish(tenantId, fileId, replaced.length);
  // A crash before this lets the former file count until the sweep drops it.
  if (leftFileId !== undefined) await deps.photoFiles.leave(tenantId, leftFileId);
  return photoRecord(replaced);
}
