import type { Picture } from "./picture.ts";

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** A second image, or a part of a hierarchical one, which no browser shows. */
const refused = new Set([startOfImage, 0xde, 0xdf]);
/** C4, C8 and CC are tables and extensions. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Null unless the bytes begin with a whole JPEG of one frame. Its end marker may be missing behind the pixels of a scan, as
 * some writers leave it out and viewers show it. Looks at each byte once at most, whatever the bytes are.
 */
export function measureJpeg(bytes: Buffer): Picture | null {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) return null;
  let size: Size | null = null;
  let hasScan = false;
  // Whether the last part is a scan with pixels.
  let isScanLast = false;
  // A marker and the length behind it.
  for (let at = nextMarker(bytes, 2); at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return hasScan ? pictureOf(size, at + 2) : null;
    const end = endOfSegment(bytes, at);
    if (end === null || refused.has(marker)) return null;
    if (isFrame(marker)) {
      // Precision, height, width.
      if (size || end - at < 9) return null;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    hasScan ||= marker === startOfScan;
    at = nextMarker(bytes, end);
    isScanLast = marker === startOfScan && at > end;
  }
  return isScanLast ? pictureOf(size, bytes.length) : null;
}

type Size = Pick<Picture, "width" | "height">;

function pictureOf(size: Size | null, end: number): Picture | null {
  return size && { ...size, end };
}

function endOfSegment(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null;
  const length = bytes.readUInt16BE(at + 2);
  const end = at + 2 + length;
  return length < 2 || end > bytes.length ? null : end;
}

/**
 * The index of the next marker that begins a segment or ends the image. Passes over what stands
 * between: the pixels of a scan, its restart markers, and bytes that fill up.
 */
function nextMarker(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) {
      at++;
      continue;
    }
    const next = bytes[at + 1] ?? 0xff;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next === 0xff) at++;
    else if (next <= 1 || isRestart) at += 2;
    else return at;
  }
  return at;
}
