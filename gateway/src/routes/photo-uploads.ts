import { type Request, call, refuseFields } from "@slipway/broker";
import { catalog, photos } from "@slipway/contracts";
import { z } from "zod";
import { checkedImage } from "../image/image.ts";
import { composedRoute, offered } from "../route/route.ts";

const { chunkChars } = photos;

/** Pieces of one upload that are on their way at a time: they share the wait for the disk. */
const atOnce = 4;

/**
 * The base64 of the image alone: phones write data of their own behind it, which nobody would see and
 * everybody could fetch. Refuses what is not a whole image, and one that is too large to be decoded.
 */
function imageOf({ contentType, data }: { contentType: photos.PhotoType; data: string }): string {
  const bytes = Buffer.from(data, "base64");
  const checked = checkedImage(contentType, bytes);
  if ("end" in checked)
    return checked.end === bytes.length ? data : bytes.toString("base64", 0, checked.end);
  const detail = checked.fault;
  throw refuseFields([{ in: "body", pointer: "#/data", code: "INVALID_VALUE", detail }]);
}

/** Sends the bytes in pieces, each of them acknowledged. */
async function sendFile(
  request: Request,
  product: { productId: string; photoId?: string },
  data: string,
): Promise<{ fileId: string; chunks: number }> {
  const bytes = Buffer.byteLength(data, "base64");
  const { fileId } = await call(request, photos.openPhotoFile, { ...product, bytes });
  const chunks = Math.ceil(data.length / chunkChars);
  const send = async (index: number): Promise<void> => {
    const piece = data.slice(index * chunkChars, (index + 1) * chunkChars);
    await call(request, photos.addPhotoChunk, { fileId, index, data: piece });
  };
  for (let first = 0; first < chunks; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, chunks - first) }, (_, at) => first + at);
    await Promise.all(some.map(send));
  }
  return { fileId, chunks };
}

export const addPhoto = composedRoute(
  offered(photos.openPhotoFile, {
    name: "addPhoto",
    input: z.object({ id: photos.photoPath.id, ...photos.upload }),
    output: catalog.photo,
  }),
  [photos.openPhotoFile, photos.addPhotoChunk, photos.createPhoto],
  async (request, { id: productId, ...upload }) => {
    const { contentType } = upload;
    const file = await sendFile(request, { productId }, imageOf(upload));
    return { body: await call(request, photos.createPhoto, { productId, contentType, ...file }) };
  },
);

export const changePhoto = composedRoute(
  offered(photos.replacePhoto, {
    name: "changePhoto",
    input: z.object({ ...photos.photoPath, ...photos.upload }),
    output: catalog.photo,
    refusals: [...photos.replacePhoto.refusals, "QUOTA_EXCEEDED"],
  }),
  [photos.openPhotoFile, photos.addPhotoChunk, photos.replacePhoto],
  async (request, { id: productId, photoId, ...upload }) => {
    const { contentType } = upload;
    const photo = { productId, photoId };
    const file = await sendFile(request, photo, imageOf(upload));
    return { body: await call(request, photos.replacePhoto, { ...photo, contentType, ...file }) };
  },
);
