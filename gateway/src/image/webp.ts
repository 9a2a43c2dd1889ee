import type { Picture } from "./picture.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Chunk {
  readonly type: string;
  /** Where its content begins. */
  readonly at: number;
  readonly length: number;
}

/** Name and length. */
const headBytes = 8;
/** Chunks of a file and of all its frames: thousands of frames fit, and a million empty chunks are not read. */
const chunksMax = 60_000;

interface Budget {
  left: number;
}

/** Some writers count a byte too much or too little, and viewers show it: where the chunks end decides. */
const sizeSlack = 1;

/** Null unless the bytes begin with a whole WebP no part of which is larger than its canvas. */
export function measureWebp(bytes: Buffer): Picture | null {
  if (bytes.length < 12 || nameAt(bytes, 0) !== "RIFF" || nameAt(bytes, 8) !== "WEBP") return null;
  const end = headBytes + bytes.readUInt32LE(4);
  if (end > bytes.length + sizeSlack) return null;
  const budget = { left: chunksMax };
  const chunks = chunksOf(bytes, { from: 12, end, slack: sizeSlack }, budget);
  const [first] = chunks ?? [];
  const canvas = first && sizeOf(bytes, first);
  if (!chunks || !canvas) return null;
  const parts = chunks.flatMap((chunk) => partsOf(bytes, chunk, budget));
  const hasPixels = parts.some((part) => part && isPixels(part));
  const fits = parts.every((part) => part !== null && isWithin(sizeOf(bytes, part), canvas));
  return hasPixels && fits ? { ...canvas, end: endOf(chunks, end, bytes.length) } : null;
}

/** Where the chunks end, but for what fills up an odd length, or where the size says so. */
function endOf(chunks: readonly Chunk[], end: number, bytesMax: number): number {
  const { at, length } = chunks.at(-1) ?? { at: 0, length: 0 };
  const filled = at + length + (length % 2);
  return filled === end ? Math.min(end, bytesMax) : at + length;
}

/** Null where they do not end with the bytes that they stand in, give or take the slack. */
function chunksOf(
  bytes: Buffer,
  { from, end, slack }: { from: number; end: number; slack: number },
  budget: Budget,
): Chunk[] | null {
  const chunks: Chunk[] = [];
  const last = Math.min(end + slack, bytes.length);
  let at = from;
  while (at + headBytes <= end && budget.left-- > 0) {
    const length = bytes.readUInt32LE(at + 4);
    if (at + headBytes + length > last) return null;
    chunks.push({ type: nameAt(bytes, at), at: at + headBytes, length });
    // An odd length is filled up.
    at += headBytes + length + (length % 2);
  }
  return at >= end - slack ? chunks : null;
}

/** The chunks whose size counts: a chunk itself, or an animation's frame with what stands in it. */
function partsOf(bytes: Buffer, chunk: Chunk, budget: Budget): (Chunk | null)[] {
  if (chunk.type === "VP8X" || isPixels(chunk)) return [chunk];
  if (chunk.type !== "ANMF") return [];
  const within = { from: chunk.at + 16, end: chunk.at + chunk.length, slack: 0 };
  const inner = chunk.length < 16 ? null : chunksOf(bytes, within, budget);
  return inner ? [chunk, ...inner.filter(isPixels)] : [null];
}

function isPixels({ type }: Chunk): boolean {
  return type === "VP8 " || type === "VP8L";
}

function isWithin(size: Size | null, canvas: Size): boolean {
  return size !== null && size.width <= canvas.width && size.height <= canvas.height;
}

/** Reads the size that a chunk states; null if it states no valid one. */
function sizeOf(bytes: Buffer, { type, at, length }: Chunk): Size | null {
  const oneMore = (place: number): number => bytes.readUIntLE(at + place, 3) + 1;
  if (type === "VP8X" && length >= 10) return { width: oneMore(4), height: oneMore(7) };
  if (type === "ANMF" && length >= 16) return { width: oneMore(6), height: oneMore(9) };
  if (type === "VP8L" && length >= 5 && bytes[at] === 0x2f) {
    const bits = bytes.readUInt32LE(at + 1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  // Three bytes of a key frame, then its signature.
  const isKeyFrame = length >= 10 && (bytes[at] ?? 1) % 2 === 0;
  if (type !== "VP8 " || !isKeyFrame || bytes.readUIntBE(at + 3, 3) !== 0x9d012a) return null;
  const within = (place: number): number => bytes.readUInt16LE(at + place) & 0x3fff;
  return { width: within(6), height: within(8) };
}

function nameAt(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, at + 4);
}
