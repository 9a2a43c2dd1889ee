/**
 * What a service's schema.ts is made of. Mongoose is the connection, the driver and the table of indexes here, nothing
 * more: documents have TypeScript types and are written as they are (docs/decisions/0024-mongoose-as-driver.md).
 */
import mongoose, { type Connection, Schema, type mongo } from "mongoose";
import { makeIndexes } from "./make-indexes.ts";

/** Bytes, and the database's own stamp of a write, as documents have them. */
export const { Binary, Timestamp } = mongoose.mongo;

type IndexFields = Readonly<Record<string, 1 | -1>>;

export type Index = readonly [IndexFields, mongo.CreateIndexesOptions?];

export interface CollectionTable<Document extends object> {
  readonly name: string;
  readonly indexes: readonly Index[];
  /** Its documents stay when all records of their tenant are deleted: a use case deletes them last. */
  readonly outlivesTenant: boolean;
  /** For the compiler alone: no value has it. */
  readonly document?: Document;
}

/** Declares a collection, the type of its documents and its indexes. */
export function collection<Document extends object>(
  name: string,
  indexes: readonly Index[] = [],
  { outlivesTenant = false }: { readonly outlivesTenant?: boolean } = {},
): CollectionTable<Document> {
  return { name, indexes, outlivesTenant };
}

/** Unique among the living of a tenant: the name of a deleted one is free at once. */
export function uniqueLive(fields: IndexFields): Index {
  return [
    { tenantId: 1, ...fields },
    { unique: true, partialFilterExpression: { live: true } },
  ];
}

/** An index of the documents that have this field alone: the others do not pay for it. */
export function presentIndex(field: string): Index {
  return [{ [field]: 1 }, { partialFilterExpression: { [field]: { $exists: true } } }];
}

/** The index by which a relay finds documents with pending events. */
export const outboxIndex: Index = [
  { "outbox.id": 1 },
  { partialFilterExpression: { "outbox.id": { $exists: true } }, name: "outbox" },
];

export type CollectionsOf<Tables> = {
  readonly [Name in keyof Tables]: Tables[Name] extends CollectionTable<infer Document>
    ? mongo.Collection<Document>
    : never;
};

/** Makes the indexes of these collections and opens them: the driver's own, so that what is stored is what was written. */
export async function openCollections<Tables extends Record<string, CollectionTable<object>>>(
  connection: Connection,
  tables: Tables,
): Promise<CollectionsOf<Tables>> {
  await Promise.all(Object.values(tables).map((table) => makeIndexes(modelOf(connection, table))));
  const database = connection.getClient().db(connection.name);
  const opened = Object.entries(tables).map(([key, { name }]) => [key, database.collection(name)]);
  return Object.fromEntries(opened) as CollectionsOf<Tables>;
}

function modelOf(connection: Connection, { name, indexes }: CollectionTable<object>) {
  const schema = new Schema({}, { collection: name });
  for (const [fields, options] of indexes) schema.index({ ...fields }, { ...options });
  return connection.model(name, schema);
}
