/**
 * Compresses answers, in threads of Node's zlib. The middleware `compression` does not fit: it puts a stream
 * before the socket. The limits of slow readers and of held bytes would look at that stream.
 */
import { promisify } from "node:util";
import { brotliCompress, constants, crc32, deflateRaw, gzip } from "node:zlib";
import type { Encoding } from "./accept-encoding.ts";

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, Z_FINISH, Z_SYNC_FLUSH } = constants;

/** 1: the cheapest for answers that are made anew each time. 9: for those that are made once. */
type Level = 1 | 9;

const compressors: Record<Encoding, (bytes: Buffer, level: Level) => Promise<Buffer>> = {
  gzip: (bytes, level) => promisify(gzip)(bytes, { level }),
  br: (bytes, level) =>
    promisify(brotliCompress)(bytes, {
      params: { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
};

export function compress(encoding: Encoding, bytes: Buffer, level: Level = 1): Promise<Buffer> {
  return compressors[encoding](bytes, level);
}

/** Magic number, deflate, no flags, no time, fastest, unknown system (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);

/** Makes one gzip stream of pieces, each compressed by itself and readable at once: nothing but a checksum is kept. */
export function gzipPieces(): (piece: string, isLast?: boolean) => Promise<Buffer> {
  let crc = 0;
  let length = 0;
  let hasBegun = false;
  return async (piece, isLast = false) => {
    const bytes = Buffer.from(piece);
    const head = hasBegun ? [] : [gzipHeader];
    hasBegun = true;
    crc = crc32(bytes, crc);
    length += bytes.length;
    const finishFlush = isLast ? Z_FINISH : Z_SYNC_FLUSH;
    const blocks = await promisify(deflateRaw)(bytes, { level: 1, finishFlush });
    return Buffer.concat([...head, blocks, ...(isLast ? [gzipTrailer(crc, length)] : [])]);
  };
}

function gzipTrailer(crc: number, length: number): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return trailer;
}
