import { duplicatesIn, type mongo, ofTenant } from "@slipway/store";
import type { ChangeDocument } from "./schema.ts";
import type { GatheredChange } from "../record/change.ts";

export interface ChangeStore {
  /** Keeps changes; those that wait already stay as they are. */
  add(changes: readonly GatheredChange[]): Promise<void>;
  /** The oldest of a tenant's changes, due or not. */
  list(tenantId: string, limit: number): Promise<GatheredChange[]>;
  remove(tenantId: string, ids: readonly string[]): Promise<void>;
  /** Has a tenant's changes wait longer, and ends the lease on them. */
  postpone(tenantId: string, until: Date): Promise<void>;
}

export function changeStore(changes: mongo.Collection<ChangeDocument>): ChangeStore {
  return {
    async add(added) {
      if (added.length === 0) return;
      const documents = added.map(({ id, ...change }) => ({ _id: id, ...change }));
      await changes.insertMany(documents, { ordered: false }).catch(duplicatesIn);
    },
    async list(tenantId, limit) {
      const found = await changes
        .find(ofTenant(tenantId, {}), { sort: { dueAt: 1 }, limit })
        .toArray();
      return found.map(({ _id, leasedUntil: _, ...change }) => ({ id: _id, ...change }));
    },
    async remove(tenantId, ids) {
      await changes.deleteMany(ofTenant(tenantId, { _id: { $in: [...ids] } }));
    },
    async postpone(tenantId, until) {
      const due = ofTenant(tenantId, { dueAt: { $lt: until } });
      await changes.updateMany(due, { $set: { dueAt: until, leasedUntil: null } });
    },
  };
}
