/** All documents of a tenant, in every collection of a service: exported and deleted in bounded parts. */
import { jsonLine } from "@slipway/contracts";
import mongoose, { type Connection, type mongo } from "mongoose";
import type { CollectionTable } from "../records/collections.ts";
import { findPage } from "../pages/find-page.ts";
import { limitReads } from "../records/limit-reads.ts";

interface Stored {
  _id: string;
}
type Documents = mongo.Collection<Stored & { readonly tenantId: string }>;

/** A part of a tenant's documents; `next` names the following part. */
export interface ExportPage {
  readonly items: string[];
  readonly next: string | null;
}
export interface Deletion {
  readonly deleted: Record<string, number>;
  readonly next: string | null;
}

/**
 * Bounds of one statement. `window`: without an index by tenant it examines so many documents of any tenants; with one it
 * deletes so many of the tenant's own. `lines`: an export reads so many. An export reads in the order of ids, for which no index has the tenant.
 */
const defaultSizes = { window: 5_000, lines: 1_000 };
const sizesOfLarge = { window: 40, lines: 2 };
type Sizes = typeof defaultSizes;
/** Fields with secrets. An export leaves them out: they are of no use elsewhere, and a danger in a file. */
const secretFields = new Set(
  "passwordHash tokenHash secretHash digestHash setup secondFactor pendingFactor secret secrets previousSecret headers".split(
    " ",
  ),
);

type Table = Pick<CollectionTable<object>, "name" | "indexes" | "outlivesTenant" | "isLarge">;

/** @param sizes where tests have other ones. */
export function tenantRecords(
  connection: Connection,
  tables: readonly Table[],
  sizes: Sizes = defaultSizes,
) {
  const database = connection.getClient().db(connection.name);
  // mark: deleted-collections
  const deleted = tables.filter(({ outlivesTenant }) => !outlivesTenant);
  const collectionOf = ({ name }: Table): Documents =>
    limitReads(database.collection(name)) as unknown as Documents;
  const sizesOf = ({ isLarge }: Table): Sizes => (isLarge ? sizesOfLarge : sizes);

  return {
    /** JSON lines without secrets. */
    async exportPart(tenantId: string, page: string | undefined) {
      const at = placeIn(tables, page);
      if (!at) return { items: [], next: null };
      const collection = collectionOf(at.table);
      const { window, lines: limit } = sizesOf(at.table);
      const end = await windowEnd(collection, at.after, window);
      const filter = { tenantId, _id: { $gt: at.after, ...(end && { $lte: end }) } };
      const itemOf = (document: object): string => lineOf(at.table.name, document);
      const query = { sort: { _id: 1 }, hint: { _id: 1 }, limit, itemOf } as const;
      const { items, documents, more } = await findPage(collection, filter, query);
      const last = more ? documents[items.length - 1]?._id : end;
      return { items, next: placeAfter(tables, at.table, last) };
    },

    /** Deletes a part. A later call from the start deletes what has come since. */
    async deletePart(tenantId: string, page: string | undefined) {
      const at = placeIn(deleted, page);
      if (!at) return deleteLetters(database, tenantId);
      const { window } = sizesOf(at.table);
      const { count, last } = await deleteSome(collectionOf(at.table), at, { tenantId, window });
      return {
        deleted: count > 0 ? { [at.table.name]: count } : {},
        next: placeAfter(deleted, at.table, last) ?? `${lettersPlace} `,
      };
    },
  };
}

export type TenantRecords = ReturnType<typeof tenantRecords>;

async function deleteLetters(database: mongo.Db, tenantId: string): Promise<Deletion> {
  const letters = database.collection("dead_letters");
  const ofTenant = { "event.tenantId": tenantId };
  const { deletedCount: count } = await letters.deleteMany(ofTenant);
  return { deleted: count > 0 ? { dead_letters: count } : {}, next: null };
}

/** How many documents it has deleted, and where the collection goes on; undefined: it has ended. */
async function deleteSome(
  collection: Documents,
  { table, after }: Place,
  { tenantId, window }: { readonly tenantId: string; readonly window: number },
): Promise<{ count: number; last: string | undefined }> {
  const hint = indexOfTenant(table);
  if (hint) {
    const some = { projection: { _id: 1 }, limit: window, hint } as const;
    const ids = (await collection.find({ tenantId }, some).toArray()).map(({ _id }) => _id);
    if (ids.length === 0) return { count: 0, last: undefined };
    const { deletedCount } = await collection.deleteMany({ tenantId, _id: { $in: ids } });
    // Deleted documents are gone, so the next part begins at the start again.
    return { count: deletedCount, last: ids.length < window ? undefined : "" };
  }
  const end = await windowEnd(collection, after, window);
  const filter = { tenantId, _id: { $gt: after, ...(end && { $lte: end }) } };
  const { deletedCount } = await collection.deleteMany(filter, { hint: { _id: 1 } });
  return { count: deletedCount, last: end };
}

/** An index by tenant that has every document. */
function indexOfTenant({ indexes }: Table): Readonly<Record<string, 1 | -1>> | undefined {
  const found = indexes.find(
    ([fields, options]) =>
      Object.keys(fields)[0] === "tenantId" && options?.partialFilterExpression === undefined,
  );
  return found?.[0];
}

const lettersPlace = "-";

interface Place {
  readonly table: Table;
  readonly after: string;
}

/** Undefined: behind the last collection. */
function placeIn(tables: readonly Table[], page: string | undefined): Place | undefined {
  const [name = "", after = ""] = page === undefined ? [tables[0]?.name] : partsOf(page);
  const table = tables.find((each) => each.name === name);
  return table && { table, after };
}

function partsOf(page: string): string[] {
  const space = page.indexOf(" ");
  return [page.slice(0, space), page.slice(space + 1)];
}

/** @param last the id behind which the collection goes on; undefined: it has ended. */
function placeAfter(
  tables: readonly Table[],
  table: Table,
  last: string | undefined,
): string | null {
  if (last !== undefined) return `${table.name} ${last}`;
  const following = tables[tables.indexOf(table) + 1];
  return following === undefined ? null : `${following.name} `;
}

/** The id that ends the next window; undefined in the last one. */
async function windowEnd(
  collection: Documents,
  after: string,
  window: number,
): Promise<string | undefined> {
  const options = { sort: { _id: 1 }, skip: window - 1, limit: 1, projection: { _id: 1 } } as const;
  const [end] = await collection.find({ _id: { $gt: after } }, options).toArray();
  return end?._id;
}

/** A document as an export has it: one line of JSON, without secrets. */
export function lineOf(collection: string, document: object): string {
  const record = withoutSecrets(document);
  return jsonLine(mongoose.mongo.BSON.EJSON.stringify({ collection, record }, { relaxed: true }));
}

/** Nor have the parts of a document, such as the OCTO subscriptions of a channel. */
function withoutSecrets(document: object): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(document) as [string, unknown][])
    if (!secretFields.has(name))
      shown[name] = Array.isArray(value) ? value.map(withoutSecretsIn) : value;
  return shown;
}

function withoutSecretsIn(part: unknown): unknown {
  // A value of BSON's own, such as a date or an id, is no part with fields.
  const isObject = Object.prototype.toString.call(part) === "[object Object]";
  return isObject && !("_bsontype" in (part as object)) ? withoutSecrets(part as object) : part;
}
