import { collection, type mongo, presentIndex } from "@slipway/store";

/** A file as GridFS has it, so that its tools read it; the members behind chunkSize are ours. */
export interface FileDocument {
  _id: string;
  /** The length in bytes; for an upload that is under way, the one that was declared. */
  length: number;
  chunkSize: number;
  uploadDate: Date;
  tenantId: string;
  productId: string;
  /** No photo is known to name it. */
  unfinishedSince?: Date;
  /** It is about to be removed: no photo may begin to name it. */
  dropping?: true;
  /** Its photo was replaced or deleted: readers of it may finish. */
  left?: true;
}

export interface ChunkDocument {
  _id: string;
  files_id: string;
  n: number;
  data: mongo.Binary;
  tenantId: string;
  size: number;
  hash: string;
}

/** The only index by which a tenant's files are added up. */
export const filesByUsage = { tenantId: 1, left: 1, length: 1 } as const;

export const collections = {
  photoFiles: collection<FileDocument>("photos.files", [
    presentIndex("unfinishedSince"),
    [filesByUsage],
  ]),
  photoChunks: collection<ChunkDocument>(
    "photos.chunks",
    [[{ files_id: 1, n: 1 }, { unique: true }]],
    { isLarge: true },
  ),
};
