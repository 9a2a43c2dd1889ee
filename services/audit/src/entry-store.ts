import { duplicatesIn, idFloor, type mongo, ofTenant } from "@slipway/store";
import { type Connection, Schema } from "mongoose";
import type { Entry } from "./entry.ts";

/** What to look for, the entries of `from` and `to` themselves included. */
export interface EntryFilter {
  readonly entityType?: string | undefined;
  readonly entityId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The log: written once, read, and forgotten when old. It has no updates. */
export interface EntryStore {
  /** Keeps entries of any tenants; those that are there already stay as they are. */
  append(entries: readonly Entry[]): Promise<void>;
  /** The tenant's, newest first. */
  list(tenantId: string, filter: EntryFilter, limit: number): Promise<Entry[]>;
  /** Removes at most `limit` entries of any tenants from before that instant; answers how many. */
  removeBefore(instant: Date, limit: number): Promise<number>;
}

type EntryDocument = Omit<Entry, "id"> & { readonly _id: string };

/** Opens the log in this database and makes its indexes. */
export async function entryStore(connection: Connection): Promise<EntryStore> {
  const log = await entryCollection(connection);
  return {
    async append(entries) {
      if (entries.length === 0) return;
      const documents = entries.map(({ id, ...entry }) => ({ _id: id, ...entry }));
      // An event may be told twice, by two relays at once too: its id decides, the first stays.
      await log.insertMany(documents, { ordered: false }).catch(duplicatesIn);
    },
    async list(tenantId, { from, to, ...equal }, limit) {
      const range = {
        ...(from === undefined ? {} : { $gte: new Date(from) }),
        ...(to === undefined ? {} : { $lte: new Date(to) }),
      };
      const filter = ofTenant(tenantId, {
        ...definedOf(equal),
        ...(from === undefined && to === undefined ? {} : { timestamp: range }),
      });
      const cursor = log.find(filter, { sort: { timestamp: -1, _id: -1 }, limit });
      return (await cursor.toArray()).map(({ _id, ...entry }) => ({ id: _id, ...entry }));
    },
    async removeBefore(instant, limit) {
      // Ids are ordered by time, so that keeping an entry costs no index for forgetting it.
      const filter = { _id: { $lt: idFloor("aud", instant.getTime()) } };
      const old = await log
        .find(filter, { projection: { _id: 1 }, sort: { _id: 1 }, limit })
        .toArray();
      if (old.length === 0) return 0;
      const { deletedCount } = await log.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
      return deletedCount;
    },
  };
}

async function entryCollection(connection: Connection): Promise<mongo.Collection<EntryDocument>> {
  const text = { type: String, required: true };
  const schema = new Schema(
    {
      _id: text,
      tenantId: text,
      timestamp: { type: Date, required: true },
      actorType: text,
      actorId: String,
      source: text,
      entityType: text,
      entityId: text,
      action: text,
      before: String,
      after: String,
    },
    { collection: "audit_logs", versionKey: false, strict: "throw" },
  );
  const newestFirst = { timestamp: -1, _id: -1 } as const;
  schema.index({ tenantId: 1, ...newestFirst });
  schema.index({ tenantId: 1, entityId: 1, ...newestFirst });
  schema.index({ tenantId: 1, entityType: 1, ...newestFirst });
  const model = connection.model("audit_logs", schema);
  await model.createIndexes();
  // The driver's own collection: what is stored is what was written, to the byte.
  return model.collection as unknown as mongo.Collection<EntryDocument>;
}

function definedOf({ entityType, entityId }: EntryFilter): Partial<Entry> {
  return {
    ...(entityType === undefined ? {} : { entityType: entityType as Entry["entityType"] }),
    ...(entityId === undefined ? {} : { entityId }),
  };
}
