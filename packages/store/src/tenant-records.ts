/** All documents of a tenant, in every collection of a service: exported and deleted in bounded parts. */
import mongoose, { type Connection, type mongo } from "mongoose";
import type { CollectionTable } from "./collections.ts";
import { findPage } from "./find-page.ts";

interface Stored {
  _id: string;
}
type Documents = mongo.Collection<Stored & { readonly tenantId: string }>;

/** A part of them; `next` names the following one. */
export interface ExportPage {
  readonly items: string[];
  readonly next: string | null;
}
export interface Deletion {
  readonly deleted: Record<string, number>;
  readonly next: string | null;
}

export interface TenantRecords {
  /** JSON lines without secrets. */
  exportPart(tenantId: string, page: string | undefined): Promise<ExportPage>;
  /** Deletes a part. A later call from the start deletes what has come since. */
  deletePart(tenantId: string, page: string | undefined): Promise<Deletion>;
}

/** Documents, of any tenants, that one statement looks at: few collections have an index for it. */
const windowMax = 5_000;
const linesMax = 1_000;
/** What opens something is of no use elsewhere, and a danger in a file. */
const secretFields = new Set(
  "passwordHash tokenHash secretHash digestHash setup secret secrets previousSecret headers".split(
    " ",
  ),
);

type Table = Pick<CollectionTable<object>, "name" | "outlivesTenant">;

export function tenantRecords(connection: Connection, tables: readonly Table[]): TenantRecords {
  const names = tables.map(({ name }) => name);
  const deleted = tables.filter(({ outlivesTenant }) => !outlivesTenant).map(({ name }) => name);
  const database = connection.getClient().db(connection.name);
  const collectionOf = (name: string): Documents =>
    database.collection(name) as unknown as Documents;
  return {
    async exportPart(tenantId, page) {
      const at = placeIn(names, page);
      if (!at) return { items: [], next: null };
      const collection = collectionOf(at.name);
      const end = await windowEnd(collection, at.after);
      const filter = { tenantId, _id: { $gt: at.after, ...(end && { $lte: end }) } };
      const itemOf = (document: object): string => lineOf(at.name, document);
      const limit = linesMax;
      const query = { sort: { _id: 1 }, hint: { _id: 1 }, limit, itemOf } as const;
      const { items, documents, more } = await findPage(collection, filter, query);
      const last = more ? documents[items.length - 1]?._id : end;
      return { items, next: placeAfter(names, at.name, last) };
    },

    async deletePart(tenantId, page) {
      const at = placeIn(deleted, page);
      if (!at) {
        const letters = database.collection("outbox_set_aside");
        const { deletedCount: count } = await letters.deleteMany({
          "event.fact.tenantId": tenantId,
        });
        return { deleted: count > 0 ? { outbox_set_aside: count } : {}, next: null };
      }
      const collection = collectionOf(at.name);
      const end = await windowEnd(collection, at.after);
      const filter = { tenantId, _id: { $gt: at.after, ...(end && { $lte: end }) } };
      const { deletedCount } = await collection.deleteMany(filter, { hint: { _id: 1 } });
      return {
        deleted: deletedCount > 0 ? { [at.name]: deletedCount } : {},
        next: placeAfter(deleted, at.name, end) ?? `${lettersPlace} `,
      };
    },
  };
}

const lettersPlace = "-";

/** Undefined: behind the last collection. */
function placeIn(
  names: readonly string[],
  page: string | undefined,
): { name: string; after: string } | undefined {
  if (page === undefined) return names[0] === undefined ? undefined : { name: names[0], after: "" };
  const space = page.indexOf(" ");
  const name = page.slice(0, space);
  return names.includes(name) ? { name, after: page.slice(space + 1) } : undefined;
}

/** @param last the id behind which the collection goes on; undefined: it has ended. */
function placeAfter(names: readonly string[], name: string, last: string | undefined) {
  if (last !== undefined) return `${name} ${last}`;
  const following = names[names.indexOf(name) + 1];
  return following === undefined ? null : `${following} `;
}

/** The id that ends the next window; undefined in the last one. */
async function windowEnd(collection: Documents, after: string): Promise<string | undefined> {
  const window = {
    sort: { _id: 1 },
    skip: windowMax - 1,
    limit: 1,
    projection: { _id: 1 },
  } as const;
  const [end] = await collection.find({ _id: { $gt: after } }, window).toArray();
  return end?._id;
}

function lineOf(collection: string, document: object): string {
  const record = withoutSecrets(document);
  return mongoose.mongo.BSON.EJSON.stringify({ collection, record }, { relaxed: true });
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
