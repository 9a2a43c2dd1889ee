import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, photos } from "@slipway/contracts";
import { newId } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { refuseBelowArchived } from "../option/find-option.ts";
import { findProduct } from "../product/find-product.ts";

/**
 * Begins an upload. What it will be refused for when it is complete is refused now, before anybody
 * sends megabytes: NOT_FOUND of the product or of the photo that it replaces, ARCHIVED.
 */
export async function openPhotoFile(
  deps: Deps,
  request: Request,
  { productId, photoId }: InputOf<typeof photos.openPhotoFile>,
): Promise<OutputOf<typeof photos.openPhotoFile>> {
  const { tenantId } = request.caller;
  const product = await findProduct(deps, tenantId, productId);
  if (photoId === undefined) await refuseBelowArchived(deps, tenantId, product);
  else if (!product.photos?.some(({ id }) => id === photoId)) throw refuse("NOT_FOUND");
  const at = new Date(deps.clock());
  const fileId = newId("fil", at.getTime());
  await deps.photoFiles.open(tenantId, { id: fileId, productId, at });
  return { fileId };
}

/** Keeps one piece of an upload. Repeatable. */
export async function addPhotoChunk(
  deps: Deps,
  request: Request,
  { fileId, index, data }: InputOf<typeof photos.addPhotoChunk>,
): Promise<Record<string, never>> {
  const bytes = Buffer.from(data, "base64");
  const { tenantId } = request.caller;
  if (!(await deps.photoFiles.write(tenantId, fileId, { index, bytes }))) throw refuse("NOT_FOUND");
  return {};
}
