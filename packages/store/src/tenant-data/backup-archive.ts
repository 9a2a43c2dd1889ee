/** Reads an archive of mongodump to its end, and counts what is in it. The format is `common/archive/spec.md` of mongodb/mongo-tools. */
import mongoose from "mongoose";

/** The documents of each collection, named `database.collection`; the writes made during the dump are `.oplog`. */
export type ArchiveCounts = ReadonlyMap<string, number>;

interface Collection {
  documents: number;
  crc: Crc;
  isWhole: boolean;
}

/** The two halves of a CRC-64. */
interface Crc {
  high: number;
  low: number;
}

interface BlockHeader {
  readonly db: string;
  readonly collection: string;
  readonly EOF: boolean;
  readonly CRC: bigint;
  /** In the prelude alone. */
  readonly type?: string;
}

const magic = 0x8199e26d;
const bytesMin = 5;
/** Twice a document's: the archive's own may hold a document. */
const bytesMax = 32 * 1024 * 1024;
const terminator = "terminator";

/**
 * Counts the documents of each collection, and compares each collection's checksum. Rejects with one sentence for an
 * archive that is empty, damaged, or cut off.
 * @param chunks the archive's bytes, no longer compressed
 */
export async function countArchive(chunks: AsyncIterable<Buffer>): Promise<ArchiveCounts> {
  const collections = new Map<string, Collection>();
  let place: "prelude" | "between" | Collection = "prelude";
  let preludeAt = 0;
  for await (const part of partsOf(chunks)) {
    if (part === terminator) place = "between";
    else if (place === "prelude") {
      // The first document is about the archive, the others about a collection each.
      if (preludeAt++ > 0) expect(collections, headerOf(part));
    } else if (place === "between") place = begin(collections, headerOf(part));
    else {
      place.documents++;
      addTo(place.crc, part);
    }
  }
  const open = [...collections].filter(([, { isWhole }]) => !isWhole).map(([name]) => name);
  if (open.length > 0) throw new Error(`it ends before all of ${open.join(", ")} is there`);
  return new Map([...collections].map(([name, { documents }]) => [name, documents]));
}

/** Notes a collection of the prelude. Those of these kinds have no documents of their own. */
function expect(collections: Map<string, Collection>, header: BlockHeader): void {
  if (header.type !== "view" && header.type !== "timeseries") collectionOf(collections, header);
}

/** Begins a block of a collection, or ends the collection, whose checksum must then be that of its documents. */
function begin(collections: Map<string, Collection>, header: BlockHeader): Collection {
  const collection = collectionOf(collections, header);
  if (!header.EOF) return collection;
  const { high, low } = collection.crc;
  const sum = (BigInt(~high >>> 0) << 32n) | BigInt(~low >>> 0);
  if (sum !== BigInt.asUintN(64, header.CRC))
    throw new Error(`the checksum of ${nameOf(header)} is not that of its documents`);
  collection.isWhole = true;
  return collection;
}

function collectionOf(collections: Map<string, Collection>, header: BlockHeader): Collection {
  const name = nameOf(header);
  const known = collections.get(name);
  if (known) return known;
  const added = { documents: 0, crc: { high: -1, low: -1 }, isWhole: false };
  collections.set(name, added);
  return added;
}

function nameOf({ db, collection }: BlockHeader): string {
  return `${db}.${collection}`;
}

function headerOf(bytes: Buffer): BlockHeader {
  return mongoose.mongo.BSON.deserialize(bytes, { useBigInt64: true }) as BlockHeader;
}

/** The documents of the archive and its terminators, in their order. */
async function* partsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | typeof terminator> {
  let rest: Buffer = Buffer.alloc(0);
  let hasBegun = false;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    if (!hasBegun) {
      if (rest.length < 4) continue;
      if (rest.readUInt32LE(0) !== magic) throw new Error("it is no archive of mongodump");
      hasBegun = true;
      at = 4;
    }
    while (rest.length - at >= 4) {
      const length = rest.readInt32LE(at);
      if (length !== -1 && (length < bytesMin || length > bytesMax))
        throw new Error("it is damaged: no document is that long");
      const end = at + (length === -1 ? 4 : length);
      if (end > rest.length) break;
      yield length === -1 ? terminator : rest.subarray(at, end);
      at = end;
    }
    rest = rest.subarray(at);
  }
  if (!hasBegun) throw new Error("it is empty");
  if (rest.length > 0) throw new Error("it ends amid a document");
}

/** The table of CRC-64/XZ, which Go calls ECMA: a row for each byte, as two halves. */
const table = Array.from({ length: 256 }, (_, byte) => {
  let [high, low] = [0, byte];
  for (let bit = 0; bit < 8; bit++) {
    const isOdd = (low & 1) === 1;
    low = (low >>> 1) | (high << 31);
    high >>>= 1;
    if (isOdd) [high, low] = [high ^ 0xc96c5795, low ^ 0xd7870f42];
  }
  return [high, low] as const;
});
const highs = Int32Array.from(table, ([high]) => high);
const lows = Int32Array.from(table, ([, low]) => low);

function addTo(crc: Crc, bytes: Buffer): void {
  let { high, low } = crc;
  for (const byte of bytes) {
    const row = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (lows[row] as number);
    high = (high >>> 8) ^ (highs[row] as number);
  }
  crc.high = high;
  crc.low = low;
}
