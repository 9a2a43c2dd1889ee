/** Whether bytes are a photo that may be kept. Looks at the structure alone: nothing is decoded. */
import { photos } from "@slipway/contracts";
import { measureJpeg } from "./jpeg.ts";
import type { Picture } from "./picture.ts";
import { measurePng } from "./png.ts";
import { measureWebp } from "./webp.ts";

const measures: Readonly<Record<photos.PhotoType, (bytes: Buffer) => Picture | null>> = {
  "image/jpeg": measureJpeg,
  "image/png": measurePng,
  "image/webp": measureWebp,
};

/** Where the image ends, or why it is none that may be kept. */
export function checkedImage(
  contentType: photos.PhotoType,
  bytes: Buffer,
): { end: number } | { fault: string } {
  const picture = measures[contentType](bytes);
  if (!picture || picture.width === 0 || picture.height === 0)
    return { fault: "must be a whole image of the content type" };
  const { width, height, end } = picture;
  const isTooLarge = Math.max(width, height) > photos.sideMax || width * height > photos.pixelsMax;
  return isTooLarge ? { fault: tooLarge } : { end };
}

const tooLarge = `must be at most ${photos.sideMax} pixels wide and high, and ${photos.pixelsMax} in all`;
