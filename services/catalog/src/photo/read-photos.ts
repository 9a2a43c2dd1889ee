import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, photos } from "@slipway/contracts";
import type { PhotoDeps } from "./deps.ts";
import { type PhotoRecord, photoRecords } from "../record/photo.ts";

/** Photos of a product, an archived one too, by their order. Refuses NOT_FOUND. */
export async function listPhotos(
  deps: PhotoDeps,
  request: Request,
  { id }: InputOf<typeof photos.listPhotos>,
): Promise<PhotoRecord[]> {
  return photoRecords(await deps.products.require(request.caller.tenantId, id));
}

/** Finds where a photo's bytes are. Refuses NOT_FOUND. */
export async function findPhotoContent(
  deps: PhotoDeps,
  request: Request,
  { id, photoId }: InputOf<typeof photos.findPhotoContent>,
): Promise<OutputOf<typeof photos.findPhotoContent>> {
  const product = await deps.products.require(request.caller.tenantId, id);
  const photo = product.photos?.find((each) => each.id === photoId);
  if (!photo) throw refuse("NOT_FOUND");
  const { fileId, contentType, length, hash } = photo;
  return { fileId, contentType, length, hash };
}

/** One piece of a file, base64. Refuses NOT_FOUND. */
export async function readPhotoChunk(
  deps: PhotoDeps,
  request: Request,
  { fileId, index }: InputOf<typeof photos.readPhotoChunk>,
): Promise<OutputOf<typeof photos.readPhotoChunk>> {
  const bytes = await deps.photoFiles.read(request.caller.tenantId, fileId, index);
  if (!bytes) throw refuse("NOT_FOUND");
  return { data: bytes.toString("base64") };
}
