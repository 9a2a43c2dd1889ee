import { duplicatesIn, type mongo, ofTenant } from "@slipway/store";
import type { ChangeDocument } from "./schema.ts";
import type { GatheredChange } from "../record/change.ts";

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

export function changeStore(changes: mongo.Collection<ChangeDocument>): ChangeStore {
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
