/** Photos of products. Their bytes travel in pieces: no message of the bus holds a whole one. */
import { z } from "zod";
import { intOf } from "./schemas.ts";
import { mutation, read, readKnown } from "./action.ts";
import { photo } from "./catalog.ts";
import { deletion, id, reference } from "./primitives.ts";

const contentTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export type PhotoType = (typeof contentTypes)[number];
const contentType = z.enum(contentTypes).meta({
  id: "PhotoType",
  description: "What the bytes are. They must be an image of this type.",
});

/** Bytes of a piece, all but the last: a multiple of three, so that pieces of base64 join. */
export const chunkBytes = 261_120;
export const chunkChars = (chunkBytes / 3) * 4;
/** Characters of an upload in base64. */
export const charsMax = 14_000_000;
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

export const photosMax = 500;

export const upload = { contentType, data };

/** Without backtracking: the text may have millions of characters. */
function isBase64(text: string): boolean {
  if (text.length === 0 || text.length % 4 !== 0) return false;
  const end = text.search(/[^A-Za-z0-9+/]/);
  return end < 0 || (end >= text.length - 2 && /^={1,2}$/.test(text.slice(end)));
}

/** Internal: begins the upload of a product's new photo or of one in place of another. */
export const openPhotoFile = mutation("catalog.openPhotoFile", {
  description: "Adds a photo behind the others. What follows the end of the image is cut off.",
  repeat: "Each call adds another photo.",
  input: z.object({
    productId: reference,
    photoId: reference.optional(),
    bytes: z.int().min(0).max(bytesMax),
  }),
  output: z.object({ fileId: id }),
  refusals: ["NOT_FOUND", "ARCHIVED", "QUOTA_EXCEEDED"],
});

/** Internal: one piece of an upload, base64. Repeatable. */
export const addPhotoChunk = mutation("catalog.addPhotoChunk", {
  input: z.object({
    fileId: id,
    index: intOf({ min: 0, max: chunksMax - 1 }),
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
  description: "Replaces the bytes of the photo, which keeps its id and its place.",
  repeat: "A repeat puts the same bytes there again.",
  input: z.object({ productId: reference, photoId: reference, ...uploaded }),
  output: photo,
  refusals: ["NOT_FOUND"],
});

const ofProduct = { id: reference.describe("Id of the product.") };
/** Where a photo is, in a path. */
export const photoPath = {
  ...ofProduct,
  photoId: reference.describe("Id of a photo of the product."),
};

export const listPhotos = readKnown("catalog.listPhotos", {
  description: "Photos of the product by `sortOrder`.",
  input: z.object(ofProduct),
  output: z.array(photo),
});

export const deletePhoto = deletion("catalog.deletePhoto", {
  description: "Deletes the photo and its bytes.",
  input: z.object(photoPath),
});

/** So that nobody orders photos without a look at one that was added meanwhile. */
export const setPhotoOrder = mutation("catalog.setPhotoOrder", {
  description:
    "Gives the photos of the product the order of the list, which names each of them once. " +
    "Where a photo was added or deleted meanwhile, it is 409 VERSION_CONFLICT: read the photos again.",
  repeat: "A repeat changes nothing.",
  input: z.object({
    ...ofProduct,
    photoIds: z
      .array(reference)
      .max(photosMax)
      .meta({ description: "Ids of all photos of the product.", examples: [["pho_2", "pho_1"]] }),
  }),
  output: z.array(photo),
  refusals: ["NOT_FOUND", "VERSION_CONFLICT"],
});

/** Internal: where the bytes of a photo are, and how many. */
export const findPhotoContent = readKnown("catalog.findPhotoContent", {
  description:
    "Answers the bytes themselves. `ETag`, `If-None-Match`, `Range` and `If-Range` work as HTTP has them.",
  input: z.object(photoPath),
  output: z.object({
    fileId: id,
    contentType,
    length: z.int(),
    /** The hash of exactly these bytes. */
    hash: z.string(),
  }),
});

/** Internal: whose a photo is that no path names. To a key of one supplier, only its own are there. */
export const findPhotoSupplier = readKnown("catalog.findPhotoSupplier", {
  input: z.object({ photoId: reference }),
  output: z.object({ supplierId: id }),
});

/** A text that opens one photo to anybody for a while: `listSellable` answers it. */
const address = z.string().max(300);

/** Internal: the photo that an address opens; null: none. The caller is nobody: the address says whose it is. */
export const findPublicPhoto = read("catalog.findPublicPhoto", {
  input: z.object({ address }),
  output: z.object({
    photo: z
      .object({ id, tenantId: id, contentType, length: z.int(), hash: z.string() })
      .nullable(),
  }),
  open: true,
});

/** Internal: one piece of the photo that an address opens, base64. */
export const readPublicPhotoChunk = readKnown("catalog.readPublicPhotoChunk", {
  input: z.object({ address, index: z.int().min(0) }),
  output: z.object({ data: z.string() }),
  open: true,
});

/** Internal: one piece of a photo, base64. A file that was replaced can be read a while longer. */
export const readPhotoChunk = readKnown("catalog.readPhotoChunk", {
  input: z.object({ fileId: id, index: z.int().min(0) }),
  output: z.object({ data: z.string() }),
});
