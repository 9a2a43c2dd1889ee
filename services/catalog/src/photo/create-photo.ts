import { type Request, refuse } from "@slipway/broker";
import { type InputOf, photos as contracts } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import assert from "node:assert";
import type { PhotoDeps } from "./deps.ts";
import { refuseBelowArchived } from "../record/find-option.ts";
import { type Photo, type PhotoRecord, nextSortOrder, photoRecord } from "../record/photo.ts";

const { photosMax } = contracts;

/**
 * Makes a complete upload the last photo of its product: one write of the product's document, after
 * which everybody sees it. A repeat answers the photo that stands. Refuses NOT_FOUND and ARCHIVED;
 * an archive at the same moment is decided as for options, by the product's revision.
 */
export async function createPhoto(
  deps: PhotoDeps,
  request: Request,
  { productId, fileId, chunks, contentType }: InputOf<typeof contracts.createPhoto>,
): Promise<PhotoRecord> {
  const { tenantId } = request.caller;
  const changed = await deps.products.change(
    tenantId,
    productId,
    deps.clock(),
    async (product, at) => {
      const { photos = [] } = product;
      if (photos.some((each) => each.fileId === fileId)) return null;
      await refuseBelowArchived(deps, tenantId, product);
      if (photos.length >= photosMax)
        throw refuse("VALIDATION_FAILED", { detail: `a product has at most ${photosMax} photos` });
      const file = await measured(deps, tenantId, { fileId, chunks });
      const now = new Date(deps.clock());
      const photo: Photo = {
        id: newId("pho", at.getTime()),
        fileId,
        contentType,
        ...file,
        sortOrder: nextSortOrder(product),
        updatedAt: now,
      };
      const event = eventOf(request.caller, now.getTime(), {
        type: "photo.created",
        entityId: photo.id,
        before: null,
        after: { ...photoRecord(photo), productId },
      });
      return { set: { photos: [...photos, photo] }, event, unseen: true };
    },
  );
  const made = changed.photos?.find((each) => each.fileId === fileId);
  assert(made, "the write that has just succeeded names the file");
  await deps.photoFiles.finish(tenantId, fileId, made.length);
  return photoRecord(made);
}

/**
 * The size and the hash of a complete upload. It is read after the product whose revision guards the
 * write: the sweep marks a file first and raises that revision then, so no photo names a file that
 * goes. Refuses SERVICE_UNAVAILABLE where the upload lasted so long that it was given up.
 */
export async function measured(
  deps: PhotoDeps,
  tenantId: string,
  { fileId, chunks }: { fileId: string; chunks: number },
): Promise<{ length: number; hash: string }> {
  const file = await deps.photoFiles.measure(tenantId, fileId, chunks);
  if (!file) throw refuse("SERVICE_UNAVAILABLE");
  return file;
}
