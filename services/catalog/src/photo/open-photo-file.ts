import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, photos } from "@slipway/contracts";
import { newId } from "@slipway/store";
import type { PhotoDeps } from "./deps.ts";
import { refuseBelowArchived } from "../record/find-option.ts";
import { exceededBy } from "./photo-quota.ts";

const mib = 1024 * 1024;

/**
 * Begins an upload. It refuses now what it would refuse when the upload is complete, before the client sends megabytes.
 * These are NOT_FOUND of the product or of the photo that it replaces, ARCHIVED, and QUOTA_EXCEEDED. The file counts
 * from now on. A tenant's uploads begin one after the other in this process, so that N replicas exceed a quota by at
 * most N - 1 photos.
 */
export async function openPhotoFile(
  deps: PhotoDeps,
  request: Request,
  { productId, photoId, bytes }: InputOf<typeof photos.openPhotoFile>,
): Promise<OutputOf<typeof photos.openPhotoFile>> {
  const { tenantId } = request.caller;
  const product = await deps.products.require(tenantId, productId);
  const replaced = product.photos?.find(({ id }) => id === photoId);
  if (photoId === undefined) await refuseBelowArchived(deps, tenantId, product);
  else if (!replaced) throw refuse("NOT_FOUND");
  const at = new Date(deps.clock());
  const fileId = newId("fil", at.getTime());
  await deps.turns(`${tenantId}|photos`, async () => {
    await refuseBeyondQuota(deps, tenantId, { bytes, replacedBytes: replaced?.length ?? null });
    await deps.photoFiles.open(tenantId, { id: fileId, productId, bytes, at });
  });
  return { fileId };
}

async function refuseBeyondQuota(
  { photoFiles, config: { quotas } }: PhotoDeps,
  tenantId: string,
  upload: { bytes: number; replacedBytes: number | null },
): Promise<void> {
  const limits = { filesMax: quotas.photos.max, bytesMax: quotas.photoMib.max * mib };
  const exceeded = exceededBy(await photoFiles.usage(tenantId), upload, limits);
  if (exceeded === "files") throw quotas.photos.refusal();
  if (exceeded === "bytes") throw quotas.photoMib.refusal();
}

/** Keeps one piece of an upload. Repeatable. */
export async function addPhotoChunk(
  deps: PhotoDeps,
  request: Request,
  { fileId, index, data }: InputOf<typeof photos.addPhotoChunk>,
): Promise<Record<string, never>> {
  const bytes = Buffer.from(data, "base64");
  const { tenantId } = request.caller;
  if (!(await deps.photoFiles.write(tenantId, fileId, { index, bytes }))) throw refuse("NOT_FOUND");
  return {};
}
