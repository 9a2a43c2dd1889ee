/** Makes archives as mongodump does, for tests of those who read them. */
import mongoose from "mongoose";

const { Long, serialize } = mongoose.mongo.BSON;
const terminator = Buffer.alloc(4, 0xff);
const polynomial = 0xc96c5795d7870f42n;

interface ArchiveBlock {
  readonly db: string;
  readonly collection: string;
  readonly documents?: readonly object[];
  /** Ends the collection, with the checksum of these documents. */
  readonly endOf?: readonly object[];
}

/** The begin of an archive, with the collections that it says it has. */
export function archivePrelude(collections: readonly object[]): Buffer {
  return Buffer.concat([
    Buffer.from([0x6d, 0xe2, 0x99, 0x81]),
    serialize({ concurrent_collections: 4, version: "0.1", server_version: "8.0.0" }),
    ...collections.map((each) => serialize({ metadata: "{}", size: 1, ...each })),
    terminator,
  ]);
}

/** A block of documents of one collection, or the collection's end. */
export function archiveBlock({ db, collection, documents = [], endOf }: ArchiveBlock): Buffer {
  const sum = endOf ? checksumOf(Buffer.concat(endOf.map((each) => serialize(each)))) : 0n;
  const header = { db, collection, EOF: endOf !== undefined, CRC: Long.fromBigInt(sum) };
  return Buffer.concat([
    serialize(header),
    ...documents.map((each) => serialize(each)),
    terminator,
  ]);
}

/** A whole archive of these documents, by `database.collection`; `.oplog` are the writes of the dump's time. */
export function archiveOf(documents: Readonly<Record<string, readonly object[]>>): Buffer {
  const collections = Object.entries(documents).map(([name, of]) => {
    const dot = name.indexOf(".");
    return { db: name.slice(0, dot), collection: name.slice(dot + 1), of };
  });
  return Buffer.concat([
    archivePrelude(collections.map(({ db, collection }) => ({ db, collection }))),
    ...collections.flatMap(({ of, ...names }) => [
      archiveBlock({ ...names, documents: of }),
      archiveBlock({ ...names, endOf: of }),
    ]),
  ]);
}

/** CRC-64/XZ, bit by bit. */
export function checksumOf(bytes: Buffer): bigint {
  let crc = BigInt.asUintN(64, ~0n);
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1n) ^ ((crc & 1n) === 1n ? polynomial : 0n);
  }
  return BigInt.asUintN(64, ~crc);
}
