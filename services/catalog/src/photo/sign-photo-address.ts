/**
 * Addresses of photos that need no credential. Each names one photo and ends within days. The key of its signature is
 * the id of the photo's file: random, of that photo alone, and answered to no client. So an address ends with its file.
 */
import { type PhotoAddress, hasEnded } from "@slipway/contracts";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Photo } from "../record/photo.ts";

const dayMs = 86_400_000;
/** An address is good until midnight UTC after so many nights. So it stays the same for a day, which caches like. */
const nights = 3;

type Named = Pick<PhotoAddress, "productId" | "photoId" | "endDay">;

export function signPhotoAddress(
  productId: string,
  { id: photoId, fileId }: Pick<Photo, "id" | "fileId">,
  now: number,
): string {
  const named = { productId, photoId, endDay: lastEndDay(now) };
  return `${productId}.${photoId}.${named.endDay}.${signatureOf(fileId, named)}`;
}

/** Whether we have signed the address for this file, and it has not ended. It compares in constant time. */
export function isSignedAddress(address: PhotoAddress, fileId: string, now: number): boolean {
  const { endDay, signature } = address;
  const expected = Buffer.from(signatureOf(fileId, address));
  const isOurs = timingSafeEqual(Buffer.from(signature), expected);
  return isOurs && !hasEnded(address, now) && endDay <= lastEndDay(now);
}

function lastEndDay(now: number): number {
  return Math.floor(now / dayMs) + nights;
}

function signatureOf(fileId: string, { productId, photoId, endDay }: Named): string {
  return createHmac("sha256", fileId)
    .update(`slipway photo address\n${productId}\n${photoId}\n${endDay}`)
    .digest("base64url");
}
