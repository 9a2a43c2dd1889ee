import type { mongo } from "mongoose";

interface Created {
  readonly _id: string;
  readonly createdAt: Date;
}

const batchMax = 5_000;
const byCreation = {
  sort: { createdAt: 1, _id: 1 },
  hint: { tenantId: 1, createdAt: -1, _id: -1 },
  limit: batchMax,
  batchSize: batchMax + 1,
} as const;

/**
 * All documents of a tenant that match, oldest first, so many with each statement that it ends within its time limit. No
 * statement is sent for a reader that has left.
 */
export async function* readBatches<Document extends Created>(
  collection: mongo.Collection<Document>,
  filter: mongo.Filter<Document> & { readonly tenantId: string },
  projection: Readonly<Record<string, 1>>,
): AsyncGenerator<mongo.WithId<Document>> {
  let behind = {};
  for (;;) {
    const those = { ...filter, ...behind };
    const batch = await collection.find(those, { ...byCreation, projection }).toArray();
    yield* batch;
    const last = batch.at(-1);
    if (!last || batch.length < batchMax) return;
    const { createdAt, _id } = last;
    // The bound outside $or lets the index scan begin where the batch begins.
    const later = [{ createdAt: { $gt: createdAt } }, { _id: { $gt: _id } }];
    behind = { createdAt: { $gte: createdAt }, $or: later };
  }
}
