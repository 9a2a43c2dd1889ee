/**
 * Makes the engine keep what `w: "majority"` promises. The engine answers such a write before its record is in the
 * journal: under load, up to a hundred acknowledged writes were gone when its process was killed. For
 * `{ w: 1, j: true }` it does wait, and none was lost. On one node both mean the same, so the latter takes the place
 * of the former.
 */

const headerBytes = 16;
const flagBytes = 4;
const bodySection = 0;
const type = { string: 0x02, document: 0x03 } as const;
// The bytes of each kind of value: a number; or how to read it, for kinds that carry their own length.
const valueBytes: Record<
  number,
  number | "length" | "length + 4" | "length + 5" | "regex" | "pointer"
> = {
  0x01: 8,
  0x02: "length + 4",
  0x03: "length",
  0x04: "length",
  0x05: "length + 5",
  0x06: 0,
  0x07: 12,
  0x08: 1,
  0x09: 8,
  0x0a: 0,
  0x0b: "regex",
  0x0c: "pointer",
  0x0d: "length + 4",
  0x0e: "length + 4",
  0x0f: "length",
  0x10: 4,
  0x11: 8,
  0x12: 8,
  0x13: 16,
  0x7f: 0,
  0xff: 0,
};
// { w: 1, j: true } in BSON.
const journaled = Buffer.from([16, 0, 0, 0, 0x10, 0x77, 0, 1, 0, 0, 0, 0x08, 0x6a, 0, 1, 0]);

/** The same OP_MSG, waiting for the journal if it asked for a majority; any other message as it is. */
export function withJournaledMajority(message: Buffer): Buffer {
  if (!message.includes("writeConcern\0") || !message.includes("majority\0")) return message;
  const bodyAt = bodyOf(message);
  if (bodyAt === undefined) return message;
  const concern = fieldOf(message, bodyAt, "writeConcern");
  if (concern?.type !== type.document) return message;
  // The only write concerns in words are "majority" and tags, which one node does not have.
  if (fieldOf(message, concern.valueAt, "w")?.type !== type.string) return message;
  return withConcern(message, bodyAt, concern.valueAt);
}

function withConcern(message: Buffer, bodyAt: number, concernAt: number): Buffer {
  const concernEnd = concernAt + message.readInt32LE(concernAt);
  const changed = Buffer.concat([
    message.subarray(0, concernAt),
    journaled,
    message.subarray(concernEnd),
  ]);
  changed.writeInt32LE(changed.length, 0);
  changed.writeInt32LE(message.readInt32LE(bodyAt) + changed.length - message.length, bodyAt);
  return changed;
}

/** Where the command's document starts; documents of a bulk may come before or after it as sections of their own. */
function bodyOf(message: Buffer): number | undefined {
  let at = headerBytes + flagBytes;
  while (at + 5 < message.length) {
    if (message[at] === bodySection) return at + 1;
    at += 1 + message.readInt32LE(at + 1);
  }
  return undefined;
}

interface Field {
  type: number;
  valueAt: number;
}

/** A field of the document that starts at `documentAt`; those of documents inside it are not looked at. */
function fieldOf(bytes: Buffer, documentAt: number, name: string): Field | undefined {
  const end = documentAt + bytes.readInt32LE(documentAt) - 1;
  for (let at = documentAt + 4; at < end; ) {
    const nameEnd = bytes.indexOf(0, at + 1);
    const field = { type: bytes[at] ?? 0, valueAt: nameEnd + 1 };
    if (bytes.toString("utf8", at + 1, nameEnd) === name) return field;
    at = endOf(bytes, field);
  }
  return undefined;
}

function endOf(bytes: Buffer, { type: kind, valueAt }: Field): number {
  const size = valueBytes[kind];
  if (typeof size === "number") return valueAt + size;
  if (size === "regex") return bytes.indexOf(0, bytes.indexOf(0, valueAt) + 1) + 1;
  const length = bytes.readInt32LE(valueAt);
  if (size === "length") return valueAt + length;
  if (size === "length + 4") return valueAt + 4 + length;
  if (size === "length + 5") return valueAt + 5 + length;
  if (size === "pointer") return valueAt + 4 + length + 12;
  throw new Error(`There is no kind ${kind} of value in BSON.`);
}
