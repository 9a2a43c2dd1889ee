import { createHash } from "node:crypto";
import { Binary, unlessTaken, ofTenant, type mongo } from "@slipway/store";
import { type ChunkDocument, type FileDocument, filesByUsage } from "./schema.ts";

interface Collections {
  readonly files: mongo.Collection<FileDocument>;
  readonly chunks: mongo.Collection<ChunkDocument>;
}

/** @param chunkSize of every piece of a file but its last. */
export function photoFileStore(collections: Collections, chunkSize: number) {
  return {
    ...uploads(collections, chunkSize),
    ...wholeFiles(collections, chunkSize),
    ...endings(collections),
  };
}

export type PhotoFileStore = ReturnType<typeof photoFileStore>;

function uploads({ files, chunks }: Collections, chunkSize: number) {
  return {
    async open(
      tenantId: string,
      { id, productId, bytes, at }: { id: string; productId: string; bytes: number; at: Date },
    ) {
      const file = { productId, length: bytes, chunkSize, uploadDate: at, unfinishedSince: at };
      await files.insertOne({ _id: id, ...ofTenant(tenantId, file) });
    },

    /** Writes a piece, once; false where no such file is being made. */
    async write(
      tenantId: string,
      fileId: string,
      { index, bytes }: { index: number; bytes: Buffer },
    ) {
      const open = { _id: fileId, unfinishedSince: { $exists: true } };
      const isOpen = await files.findOne(ofTenant(tenantId, open), { projection: { _id: 1 } });
      if (!isOpen) return false;
      const hash = createHash("sha256").update(bytes).digest("base64url");
      const data = new Binary(bytes);
      const piece = { files_id: fileId, n: index, data, size: bytes.length, hash };
      // Sent again: a piece is written once.
      await unlessTaken(
        chunks.insertOne({ _id: `${fileId}.${index}`, ...ofTenant(tenantId, piece) }),
      );
      return true;
    },
  };
}

/** Reads of files that are whole. */
function wholeFiles({ files, chunks }: Collections, chunkSize: number) {
  return {
    /** Null unless all of its pieces are there and it is not about to be removed. */
    async measure(tenantId: string, fileId: string, count: number) {
      const file = await files.findOne(ofTenant(tenantId, { _id: fileId }));
      if (!file || file.dropping) return null;
      const inOrder = { projection: { n: 1, size: 1, hash: 1 }, sort: { n: 1 } } as const;
      const found = await chunks.find(ofTenant(tenantId, { files_id: fileId }), inOrder).toArray();
      const isWhole =
        found.length === count &&
        found.every(({ n, size }, at) => n === at && (size === chunkSize || at === count - 1));
      return isWhole ? sumOf(found) : null;
    },

    async read(tenantId: string, fileId: string, index: number) {
      const filter = ofTenant(tenantId, { files_id: fileId, n: index });
      const piece = await chunks.findOne(filter, { projection: { data: 1 } });
      return piece && Buffer.from(piece.data.buffer);
    },
  };
}

/** The length and hash of a file, from the lengths and hashes of its pieces in their order. */
function sumOf(pieces: readonly Pick<ChunkDocument, "size" | "hash">[]) {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece.hash);
  const length = pieces.reduce((sum, { size }) => sum + size, 0);
  return { length, hash: hash.digest("base64url") };
}

interface Usage {
  readonly _id: true | null;
  readonly files: number;
  readonly bytes: number;
}

function endings({ files, chunks }: Collections) {
  return {
    /** Sums up the tenant's files. By an index alone. */
    async usage(tenantId: string) {
      const sums = { files: { $sum: 1 }, bytes: { $sum: "$length" } };
      const grouped = [{ $match: ofTenant(tenantId, {}) }, { $group: { _id: "$left", ...sums } }];
      const groups = await files.aggregate<Usage>(grouped, { hint: filesByUsage }).toArray();
      const left = groups.find(({ _id }) => _id === true);
      const kept = groups.find(({ _id }) => _id !== true);
      return { files: kept?.files ?? 0, bytes: kept?.bytes ?? 0, leavingBytes: left?.bytes ?? 0 };
    },

    /** A photo names it. */
    async finish(tenantId: string, fileId: string, length: number) {
      const update = { $set: { length }, $unset: { unfinishedSince: "" as const } };
      await files.updateOne(ofTenant(tenantId, { _id: fileId }), update);
    },

    /** Its photo names it no more; it is dropped by the sweep. Repeatable. */
    async leave(tenantId: string, fileId: string) {
      await files.updateOne(ofTenant(tenantId, { _id: fileId }), { $set: { left: true } });
    },

    /** Lists the uploads of every tenant that were begun before this time. */
    async listUnfinished(before: Date) {
      const found = await files
        .find({ unfinishedSince: { $lt: before } }, { limit: 100 })
        .toArray();
      return found.map(({ _id: fileId, tenantId, productId }) => ({ tenantId, fileId, productId }));
    },

    /** From now on no photo begins to name it. */
    async markDropping(tenantId: string, fileId: string) {
      await files.updateOne(ofTenant(tenantId, { _id: fileId }), { $set: { dropping: true } });
    },

    /** A photo names it after all. */
    async keep(tenantId: string, fileId: string) {
      const update = { $unset: { unfinishedSince: "" as const, dropping: "" as const } };
      await files.updateOne(ofTenant(tenantId, { _id: fileId }), update);
    },

    /** Removes it with its pieces; repeatable. */
    async drop(tenantId: string, fileId: string) {
      // The pieces first: while the file is listed, a crash leaves something to go on with.
      await chunks.deleteMany(ofTenant(tenantId, { files_id: fileId }));
      await files.deleteOne(ofTenant(tenantId, { _id: fileId }));
    },
  };
}
