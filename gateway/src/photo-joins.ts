import { type Request, call } from "@slipway/broker";
import { catalog, mutation, photos, primitives } from "@slipway/contracts";
import { z } from "zod";
import { join } from "./route.ts";

const { chunkChars } = photos;

/** Pieces of one upload that are on their way at a time: they share the wait for the disk. */
const atOnce = 4;

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

export const addPhoto = join(
  mutation("gateway.addPhoto", {
    input: z
      .object({ id: primitives.reference, ...photos.upload })
      .refine(photos.isOfType, photos.ofType),
    output: catalog.photo,
    refusals: photos.openPhotoFile.refusals,
  }),
  [photos.openPhotoFile, photos.addPhotoChunk, photos.createPhoto],
  async (request, { id: productId, contentType, data }) => {
    const file = await sendFile(request, { productId }, data);
    return { body: await call(request, photos.createPhoto, { productId, contentType, ...file }) };
  },
);

export const changePhoto = join(
  mutation("gateway.changePhoto", {
    input: z
      .object({ id: primitives.reference, photoId: primitives.reference, ...photos.upload })
      .refine(photos.isOfType, photos.ofType),
    output: catalog.photo,
    refusals: [...photos.replacePhoto.refusals, "QUOTA_EXCEEDED"],
  }),
  [photos.openPhotoFile, photos.addPhotoChunk, photos.replacePhoto],
  async (request, { id: productId, photoId, contentType, data }) => {
    const photo = { productId, photoId };
    const file = await sendFile(request, photo, data);
    return { body: await call(request, photos.replacePhoto, { ...photo, contentType, ...file }) };
  },
);
