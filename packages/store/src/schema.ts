import { type Connection, Schema, type SchemaDefinition, type mongo } from "mongoose";
import { outboxIndex } from "./collections.ts";
import { makeIndexes } from "./make-indexes.ts";

type IndexFields = Readonly<Record<string, 1 | -1>>;

export interface CollectionOptions {
  /** Unique among the living of a tenant: the name of a deleted one is free at once. */
  uniqueLive?: readonly IndexFields[];
  indexes?: readonly (readonly [IndexFields, mongo.CreateIndexesOptions?])[];
}

/** Fields of every aggregate (see `Aggregate`). */
const aggregateFields = {
  _id: { type: String, required: true },
  tenantId: { type: String, required: true },
  revision: { type: Number, required: true },
  commit: String,
  live: { type: Boolean, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  outbox: { type: [Schema.Types.Mixed], default: undefined },
} satisfies SchemaDefinition;

/**
 * Defines a collection of aggregates by its mongoose schema and makes its indexes. Documents go
 * through the driver's own collection, so that what is stored is what was written, to the byte.
 */
export async function aggregateCollection<D extends object>(
  connection: Connection,
  name: string,
  fields: SchemaDefinition,
  { uniqueLive = [], indexes = [] }: CollectionOptions = {},
): Promise<mongo.Collection<D>> {
  const schema = new Schema(
    { ...aggregateFields, ...fields },
    { collection: name, versionKey: false, minimize: false, strict: "throw" },
  );
  for (const keys of uniqueLive)
    schema.index(
      { tenantId: 1, ...keys },
      { unique: true, partialFilterExpression: { live: true } },
    );
  for (const [keys, options] of indexes) schema.index({ ...keys }, { ...options });
  schema.index(...outboxIndex);
  const model = connection.model(name, schema);
  await makeIndexes(model);
  return model.collection as unknown as mongo.Collection<D>;
}
