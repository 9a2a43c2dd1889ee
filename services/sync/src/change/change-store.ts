import type { sync } from "@slipway/contracts";
import { duplicatesIn, makeIndexes, type mongo, ofTenant } from "@slipway/store";
import { type Connection, Schema } from "mongoose";

/** A change that waits for others of its tenant, to be told with them. */
export interface GatheredChange {
  /** The id of the event in the outbox. */
  readonly id: string;
  readonly tenantId: string;
  readonly touched: readonly sync.Touched[];
  readonly dueAt: Date;
}

export interface ChangeStore {
  /** Keeps changes; those that wait already stay as they are. */
  add(changes: readonly GatheredChange[]): Promise<void>;
  /** The first tenant behind `after`, by id, whose changes have waited long enough. */
  findDueTenant(
    now: number,
    tenants: { after: string; without: readonly string[] },
  ): Promise<string | null>;
  /** The oldest of a tenant's changes, due or not. */
  list(tenantId: string, limit: number): Promise<GatheredChange[]>;
  remove(tenantId: string, ids: readonly string[]): Promise<void>;
  /** Lets a tenant's changes wait longer, so that others are not kept waiting. */
  postpone(tenantId: string, until: Date): Promise<void>;
}

type ChangeDocument = Omit<GatheredChange, "id"> & { readonly _id: string };

/** Opens the changes that wait, and makes their indexes. */
export async function changeStore(connection: Connection): Promise<ChangeStore> {
  const changes = await changeCollection(connection);
  return {
    async add(added) {
      if (added.length === 0) return;
      const documents = added.map(({ id, ...change }) => ({ _id: id, ...change }));
      await changes.insertMany(documents, { ordered: false }).catch(duplicatesIn);
    },
    async findDueTenant(now, { after, without }) {
      const due = { tenantId: { $gt: after, $nin: [...without] }, dueAt: { $lte: new Date(now) } };
      const options = { sort: { tenantId: 1, dueAt: 1 }, projection: { tenantId: 1 } } as const;
      const first = await changes.findOne(due, options);
      return first?.tenantId ?? null;
    },
    async list(tenantId, limit) {
      const found = await changes
        .find(ofTenant(tenantId, {}), { sort: { dueAt: 1 }, limit })
        .toArray();
      return found.map(({ _id, ...change }) => ({ id: _id, ...change }));
    },
    async remove(tenantId, ids) {
      await changes.deleteMany(ofTenant(tenantId, { _id: { $in: [...ids] } }));
    },
    async postpone(tenantId, until) {
      const due = ofTenant(tenantId, { dueAt: { $lt: until } });
      await changes.updateMany(due, { $set: { dueAt: until } });
    },
  };
}

async function changeCollection(connection: Connection): Promise<mongo.Collection<ChangeDocument>> {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      tenantId: { type: String, required: true },
      touched: [Schema.Types.Mixed],
      dueAt: { type: Date, required: true },
    },
    { collection: "gathered_changes", versionKey: false, strict: "throw" },
  );
  schema.index({ tenantId: 1, dueAt: 1 });
  const model = connection.model("gathered_changes", schema);
  await makeIndexes(model);
  return model.collection as unknown as mongo.Collection<ChangeDocument>;
}
