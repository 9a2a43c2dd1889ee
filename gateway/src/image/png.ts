import type { Picture } from "./picture.ts";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const typeOf = (name: string): number => Buffer.from(name, "latin1").readUInt32BE();
const header = typeOf("IHDR");
const pixels = typeOf("IDAT");
const last = typeOf("IEND");
/** Length, type and checksum. */
const frameBytes = 12;

/** Null unless the bytes begin with a whole PNG. One step for each chunk, whatever the bytes are. */
export function measurePng(bytes: Buffer): Picture | null {
  const first = signature.length;
  if (!bytes.subarray(0, first).equals(signature)) return null;
  let hasPixels = false;
  for (let at = first; at + frameBytes <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.readUInt32BE(at + 4);
    const end = at + frameBytes + length;
    const isHeader = type === header && length === 13;
    if (end > bytes.length || isHeader !== (at === first)) return null;
    hasPixels ||= type === pixels && length > 0;
    if (type === last) return hasPixels ? { ...sizeAt(bytes, first + 8), end } : null;
    at = end;
  }
  return null;
}

function sizeAt(bytes: Buffer, at: number): { width: number; height: number } {
  return { width: bytes.readUInt32BE(at), height: bytes.readUInt32BE(at + 4) };
}
