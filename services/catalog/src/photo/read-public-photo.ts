import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, parsePhotoAddress, type photos } from "@slipway/contracts";
import type { PhotoDeps } from "./deps.ts";
import type { ProductDocument } from "../record/schema.ts";
import type { Photo } from "../record/photo.ts";
import { isSignedAddress } from "./sign-photo-address.ts";

/** Finds the photo that an address opens, and its bytes. Null: forged, ended, or the photo is gone or replaced. */
export async function findPublicPhoto(
  deps: PhotoDeps,
  _request: Request,
  { address }: InputOf<typeof photos.findPublicPhoto>,
): Promise<OutputOf<typeof photos.findPublicPhoto>> {
  const found = await openAddress(deps, address);
  if (!found) return { photo: null };
  const { id, contentType, length, hash } = found.photo;
  return { photo: { id, tenantId: found.product.tenantId, contentType, length, hash } };
}

/** One piece of the photo that an address opens. Refuses NOT_FOUND. */
export async function readPublicPhotoChunk(
  deps: PhotoDeps,
  _request: Request,
  { address, index }: InputOf<typeof photos.readPublicPhotoChunk>,
): Promise<OutputOf<typeof photos.readPublicPhotoChunk>> {
  const found = await openAddress(deps, address);
  if (!found) throw refuse("NOT_FOUND");
  const { product, photo } = found;
  const bytes = await deps.photoFiles.read(product.tenantId, photo.fileId, index);
  if (!bytes) throw refuse("NOT_FOUND");
  return { data: bytes.toString("base64") };
}

interface Opened {
  readonly product: Pick<ProductDocument, "tenantId">;
  readonly photo: Photo;
}

/** The address alone says whose photo it is: the caller is nobody. */
async function openAddress(
  { products, clock }: PhotoDeps,
  text: string,
): Promise<Opened | undefined> {
  const address = parsePhotoAddress(text);
  const product = address && (await products.findWithPhotos(address.productId));
  const photo = product?.photos?.find(({ id }) => id === address?.photoId);
  if (!address || !product || !photo) return undefined;
  return isSignedAddress(address, photo.fileId, clock()) ? { product, photo } : undefined;
}
