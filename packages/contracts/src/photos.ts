/** Photos of products. Their bytes travel in pieces: no message of the bus holds a whole one. */
import { z } from "zod";
import { mutation, read } from "./action.ts";
import { photo } from "./catalog.ts";
import { deleted, id, reference } from "./primitives.ts";

const contentTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export type PhotoType = (typeof contentTypes)[number];
const contentType = z.enum(contentTypes);

/** Bytes of a piece, all but the last: a multiple of three, so that pieces of base64 join. */
export const chunkBytes = 261_120;
export const chunkChars = (chunkBytes / 3) * 4;
const charsMax = 14_000_000;
const chunksMax = Math.ceil(charsMax / chunkChars);
const bytesMax = (charsMax / 4) * 3;

/** Pixels of a photo: decoding it takes four bytes for each. */
export const sideMax = 12_000;
export const pixelsMax = 100_000_000;

const data = z
  .string()
  .max(charsMax)
  .refine(isBase64, {
    message: "must be base64 of at least one byte, without a data: prefix",
    params: { fieldCode: "INVALID_FORMAT" },
    abort: true,
  })
  .meta({
    contentEncoding: "base64",
    description:
      `A whole image of the content type, at most ${sideMax} pixels wide and high, and ${pixelsMax} in all. ` +
      "What follows the end of the image is cut off.",
  });

/** What a client uploads. */
export const upload = { contentType, data };

/** Without backtracking: the text may have millions of characters. */
function isBase64(text: string): boolean {
  if (text.length === 0 || text.length % 4 !== 0) return false;
  const end = text.search(/[^A-Za-z0-9+/]/);
  return end < 0 || (end >= text.length - 2 && /^={1,2}$/.test(text.slice(end)));
}

/** Internal: begins the upload of a product's new photo or of one in place of another. */
export const openPhotoFile = mutation("catalog.openPhotoFile", {
  input: z.object({
    productId: reference,
    photoId: reference.optional(),
    /** What it will have; a gateway of an earlier release does not say. */
    bytes: z.int().min(0).max(bytesMax).default(0),
  }),
  output: z.object({ fileId: id }),
  refusals: ["NOT_FOUND", "ARCHIVED", "QUOTA_EXCEEDED"],
});

/** Internal: one piece of an upload, base64. Repeatable. */
export const addPhotoChunk = mutation("catalog.addPhotoChunk", {
  input: z.object({
    fileId: id,
    index: z
      .int()
      .min(0)
      .max(chunksMax - 1),
    data: z.string().min(4).max(chunkChars),
  }),
  output: z.object({}),
  refusals: ["NOT_FOUND"],
});

const uploaded = { fileId: id, chunks: z.int().min(1).max(chunksMax), contentType };

/** Internal: makes an upload that is complete a photo, behind the others. Repeatable. */
export const createPhoto = mutation("catalog.createPhoto", {
  input: z.object({ productId: reference, ...uploaded }),
  output: photo,
  refusals: ["NOT_FOUND", "ARCHIVED"],
});

/** Internal: puts an upload that is complete in the place of a photo's bytes. Repeatable. */
export const replacePhoto = mutation("catalog.replacePhoto", {
  input: z.object({ productId: reference, photoId: reference, ...uploaded }),
  output: photo,
  refusals: ["NOT_FOUND"],
});

/** By sortOrder. */
export const listPhotos = read("catalog.listPhotos", {
  input: z.object({ id: reference }),
  output: z.array(photo),
  refusals: ["NOT_FOUND"],
});

export const deletePhoto = mutation("catalog.deletePhoto", {
  input: z.object({ id: reference, photoId: reference }),
  output: deleted,
  refusals: ["NOT_FOUND"],
});

/** Internal: where the bytes of a photo are, and how many. */
export const findPhotoContent = read("catalog.findPhotoContent", {
  input: z.object({ id: reference, photoId: reference }),
  output: z.object({
    fileId: id,
    contentType,
    length: z.int(),
    /** Of these bytes and no others. */
    hash: z.string(),
  }),
  refusals: ["NOT_FOUND"],
});

/** Internal: one piece of a photo, base64. A file that was replaced can be read a while longer. */
export const readPhotoChunk = read("catalog.readPhotoChunk", {
  input: z.object({ fileId: id, index: z.int().min(0) }),
  output: z.object({ data: z.string() }),
  refusals: ["NOT_FOUND"],
});
