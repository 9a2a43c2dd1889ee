/** Removal of old documents of any tenants. */
import type { mongo } from "mongoose";
import { sweepRead } from "./limit-reads.ts";

type Stored = { _id: string };

/** Small enough that a sweep never keeps a request waiting. */
const batchMax = 1_000;

/** Removes all that match, batch by batch; answers how many. Where two replicas share a batch, the next sweep removes the rest. */
export async function removeInBatches<Document extends Stored>(
  collection: mongo.Collection<Document>,
  filter: mongo.Filter<Document>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await removeBatch(collection, filter, batchMax);
    removed += batch;
    if (batch < batchMax) return removed;
  }
}

/** Removes at most `limit` that match; answers how many. */
export async function removeBatch<Document extends Stored>(
  collection: mongo.Collection<Document>,
  filter: mongo.Filter<Document>,
  limit: number,
): Promise<number> {
  const options = { ...sweepRead, projection: { _id: 1 }, limit } as const;
  const found = await collection.find(filter, options).toArray();
  if (found.length === 0) return 0;
  const ids = { $in: found.map(({ _id }) => _id) };
  return (await collection.deleteMany({ ...filter, _id: ids })).deletedCount;
}
