/** Images of any size by their structure alone: their pixels need not be any. */
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

interface PictureShape {
  readonly width: number;
  readonly height: number;
  /** Bytes in place of the pixels. */
  readonly pixels: Buffer;
}

const dot: PictureShape = { width: 1, height: 1, pixels: Buffer.from([1, 2, 3]) };

export function aPng(shape: Partial<PictureShape> = {}): Buffer {
  const { width, height, pixels } = { ...dot, ...shape };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [pngChunk("IHDR", header), pngChunk("IDAT", pixels), pngChunk("IEND")];
  return Buffer.concat([signature, ...chunks]);
}

/** The least that a PNG of ours has around its pixels. */
const pngFrameBytes = 57;

/** A PNG of so many bytes, unlike any other. */
export function aPngOf(bytes: number): Buffer {
  return aPng({ pixels: randomBytes(bytes - pngFrameBytes) });
}

function pngChunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  return Buffer.concat([uint32BE(content.length), named, uint32BE(crc32(named))]);
}

/** With a thumbnail, an end of image among its pixels' tables, and restart markers. */
export function aJpeg(shape: Partial<PictureShape> = {}, frameMarker = 0xc0): Buffer {
  const { width, height, pixels } = { ...dot, ...shape };
  const size = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  const scan = Buffer.from(pixels.toString("latin1").replaceAll("\u00ff", "\u00ff\0"), "latin1");
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, Buffer.from([0xff, 0xd8, 0xff, 0xd9])),
    Buffer.from([0xff]),
    segment(frameMarker, size),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    scan,
    Buffer.from([0xff, 0xd3]),
    scan,
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function segment(marker: number, content: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, content]);
}

export function aWebp(...chunks: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  return Buffer.concat([Buffer.from("RIFF"), uint32LE(content.length), content]);
}

function webpChunk(type: string, content: Buffer): Buffer {
  const rest = Buffer.alloc(content.length % 2);
  return Buffer.concat([Buffer.from(type), uint32LE(content.length), content, rest]);
}

export function lossy({ width, height, pixels }: PictureShape = dot): Buffer {
  const head = Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0]);
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return webpChunk("VP8 ", Buffer.concat([head, pixels]));
}

export function lossless({ width, height, pixels }: PictureShape = dot): Buffer {
  const bits = uint32LE(((width - 1) | ((height - 1) << 14)) >>> 0);
  return webpChunk("VP8L", Buffer.concat([Buffer.from([0x2f]), bits, pixels]));
}

export function canvas(width: number, height: number): Buffer {
  const content = Buffer.alloc(10);
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return webpChunk("VP8X", content);
}

/** A frame of an animation. */
export function frame(width: number, height: number, ...inner: Buffer[]): Buffer {
  const head = Buffer.alloc(16);
  head.writeUIntLE(width - 1, 6, 3);
  head.writeUIntLE(height - 1, 9, 3);
  return webpChunk("ANMF", Buffer.concat([head, ...inner]));
}

function uint32BE(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint32LE(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
