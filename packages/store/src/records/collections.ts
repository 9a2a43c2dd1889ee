/**
 * The parts of a service's schema.ts. Mongoose is only the connection, the driver and the table of indexes here.
 * Documents have TypeScript types and are written as they are (docs/decisions/0024-mongoose-as-driver.md).
 */
import mongoose, { type Connection, Schema, type mongo } from "mongoose";
import { limitReads } from "./limit-reads.ts";

/** Bytes, and the database's own stamp of a write, as documents have them. */
export const { Binary, Timestamp } = mongoose.mongo;

type IndexFields = Readonly<Record<string, 1 | -1>>;

export type Index = readonly [IndexFields, mongo.CreateIndexesOptions?];

export interface CollectionTable<Document extends object> {
  readonly name: string;
  readonly indexes: readonly Index[];
  /** Its documents stay when all records of their tenant are deleted: a use case deletes them last. */
  readonly outlivesTenant: boolean;
  /** Its documents have some hundred kilobytes: few of them are read or deleted at a time. */
  readonly isLarge: boolean;
  /** For the compiler alone: no value has it. */
  readonly document?: Document;
}

/** Declares a collection, the type of its documents and its indexes. */
export function collection<Document extends object>(
  name: string,
  indexes: readonly Index[] = [],
  {
    outlivesTenant = false,
    isLarge = false,
  }: { readonly outlivesTenant?: boolean; readonly isLarge?: boolean } = {},
): CollectionTable<Document> {
  return { name, indexes, outlivesTenant, isLarge };
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

export type Tables = Readonly<Record<string, CollectionTable<object>>>;

export type CollectionsOf<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends CollectionTable<infer Document>
    ? mongo.Collection<Document>
    : never;
};

/** Opens these collections, the driver's own: what is stored is what was written. Reads have a time limit. */
export function openCollections<Of extends Tables>(
  connection: Connection,
  tables: Of,
): CollectionsOf<Of> {
  const database = connection.getClient().db(connection.name);
  const opened = Object.entries(tables).map(([key, { name }]) => [
    key,
    limitReads(database.collection(name)),
  ]);
  return Object.fromEntries(opened) as CollectionsOf<Of>;
}

/**
 * Makes the indexes of these collections, and waits until a majority has them. One that is there already, or in the
 * making, is waited for alone. Rejects where there is one of the same name with other keys or options.
 */
export async function makeIndexes(connection: Connection, tables: Tables): Promise<void> {
  const database = connection.getClient().db(connection.name);
  const made = Object.values(tables).map(async ({ name, indexes }) => {
    const wanted = indexes.map(([key, options]) => ({ ...options, key: { ...key } }));
    if (wanted.length > 0) await database.collection(name).createIndexes(wanted);
  });
  await Promise.all(made);
}

/**
 * The indexes of these collections that are not there, or that no migration has made to the end.
 * @param isMade whether a migration has made the index of this description
 */
export async function missingIndexes(
  connection: Connection,
  { tables, isMade }: { tables: Tables; isMade: (description: string) => boolean },
): Promise<string[]> {
  const missing = Object.values(tables).map(async (table) => {
    const { toCreate } = await modelOf(connection, table).diffIndexes({
      indexOptionsToCreate: true,
    });
    const unlisted = (toCreate as unknown as readonly Index[]).map(([fields]) => fields);
    const unmade = table.indexes.filter((index) => !isMade(descriptionOf(table, index)));
    return [...unlisted, ...unmade.map(([fields]) => fields)].map(
      (fields) => `${table.name} (${Object.keys(fields).join(", ")})`,
    );
  });
  return [...new Set((await Promise.all(missing)).flat())];
}

/** Describes every index of these collections: different indexes have different descriptions. */
export function descriptionsOf(tables: Tables): string[] {
  return Object.values(tables).flatMap((table) =>
    table.indexes.map((index) => descriptionOf(table, index)),
  );
}

function descriptionOf({ name }: CollectionTable<object>, [fields, options = {}]: Index): string {
  return `${name} ${JSON.stringify(fields)} ${JSON.stringify(options)}`;
}

function modelOf(connection: Connection, { name, indexes }: CollectionTable<object>) {
  const schema = new Schema({}, { collection: name });
  for (const [fields, options] of indexes) schema.index({ ...fields }, { ...options });
  // Looked at twice by a process that makes them.
  return connection.model(name, schema, name, { overwriteModels: true });
}
