import { call } from "@slipway/broker";
import { type OutputOf, photos } from "@slipway/contracts";
import { type ByteRange, namesTag, rangeOf } from "../http/byte-range.ts";
import type { Reading } from "../limits/reads.ts";
import { type RawAnswer, type RawRoute, rawRoute } from "../route/route.ts";

const { chunkBytes } = photos;
const endings = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" } as const;

/** Cost of a byte of a photo, where a byte of JSON costs 1: the gateway only passes it on. */
export const photoWeight = 0.25;

type Content = Omit<OutputOf<typeof photos.findPhotoContent>, "fileId">;

/** A photo that a request asks for. */
interface SentPhoto {
  /** The type and the tag of its bytes. */
  readonly content: Content;
  /** The file name without its ending, for a client that saves the photo. */
  readonly name: string;
  /** How long caches keep it, and whose pages may show it. */
  readonly headers: Readonly<Record<"Cache-Control" | "Cross-Origin-Resource-Policy", string>>;
  readonly readChunk: (index: number) => Promise<{ data: string }>;
}

/**
 * Answers the bytes of a photo, or a range of them, or that the client has them already. One piece
 * is held at a time, and the next is read when the client has taken it.
 */
export const photoContent: RawRoute = rawRoute(
  photos.findPhotoContent,
  [photos.findPhotoContent, photos.readPhotoChunk],
  Object.keys(endings),
  async ({ newRequest, reading, response }, { id, photoId }) => {
    const content = await reading.load(() =>
      call(newRequest(), photos.findPhotoContent, { id, photoId }),
    );
    if (content === null) return;
    const { fileId } = content;
    await sendPhoto(response, reading, {
      content,
      name: photoId,
      headers: {
        // Another photo may come in its place: it is kept, and asked for by its tag.
        "Cache-Control": "private, no-cache",
        "Cross-Origin-Resource-Policy": "same-site",
      },
      readChunk: (index) => call(newRequest(), photos.readPhotoChunk, { fileId, index }),
    });
  },
);

export async function sendPhoto(
  response: RawAnswer["response"],
  reading: Reading,
  photo: SentPhoto,
): Promise<void> {
  const { headers: asked, method } = response.req;
  const { contentType, length, hash } = photo.content;
  const tag = `"${hash}"`;
  // A 304, too: the browser takes the policy of its copy from there.
  const headers = { ETag: tag, "Accept-Ranges": "bytes", ...photo.headers };
  if (namesTag(asked["if-none-match"], tag)) return void response.writeHead(304, headers).end();
  const isRangeMeant = asked["if-range"] === undefined || asked["if-range"] === tag;
  const range = isRangeMeant ? rangeOf(asked.range, length) : "all";
  if (range === "none") {
    const none = { ...headers, "Content-Range": `bytes */${length}`, "Content-Length": 0 };
    return void response.writeHead(416, none).end();
  }
  const part = range === "all" ? { first: 0, last: length - 1 } : range;
  const whole = {
    ...headers,
    "Content-Type": contentType,
    "Content-Length": part.last - part.first + 1,
    "Content-Disposition": `inline; filename="${photo.name}.${endings[contentType]}"`,
  };
  const partly = { ...whole, "Content-Range": `bytes ${part.first}-${part.last}/${length}` };
  response.writeHead(range === "all" ? 200 : 206, range === "all" ? whole : partly);
  if (method === "HEAD") return void response.end();
  await sendBytes(response, { reading, readChunk: photo.readChunk }, part);
}

async function sendBytes(
  response: RawAnswer["response"],
  { reading, readChunk }: Pick<SentPhoto, "readChunk"> & { reading: Reading },
  part: ByteRange,
): Promise<void> {
  for (let index = Math.floor(part.first / chunkBytes); ; index++) {
    const from = index * chunkBytes;
    if (from > part.last) break;
    // Each piece has a deadline of its own: how long the whole takes is up to the client's reading.
    const chunk = await reading.load(() => readChunk(index));
    if (chunk === null) return;
    const bytes = Buffer.from(chunk.data, "base64");
    const piece = bytes.subarray(Math.max(0, part.first - from), part.last - from + 1);
    if (!(await reading.send(piece))) return;
  }
  response.end();
}
