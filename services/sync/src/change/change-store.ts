import { duplicatesIn, type mongo, ofTenant } from "@slipway/store";
import type { ChangeDocument } from "./schema.ts";
import type { GatheredChange } from "../record/change.ts";

export function changeStore(changes: mongo.Collection<ChangeDocument>) {
  return {
    /** Keeps changes; those that wait already stay as they are. */
    async add(added: readonly GatheredChange[]) {
      if (added.length === 0) return;
      const documents = added.map(({ id, ...change }) => ({ _id: id, ...change }));
      await changes.insertMany(documents, { ordered: false }).catch(duplicatesIn);
    },
    /** The oldest of a tenant's changes, due or not. */
    async list(tenantId: string, limit: number): Promise<GatheredChange[]> {
      const found = await changes
        .find(ofTenant(tenantId, {}), { sort: { dueAt: 1 }, limit })
        .toArray();
      return found.map(({ _id, leasedUntil: _, ...change }) => ({ id: _id, ...change }));
    },
    async remove(tenantId: string, ids: readonly string[]) {
      await changes.deleteMany(ofTenant(tenantId, { _id: { $in: [...ids] } }));
    },
    /** Has a tenant's changes wait longer, and ends the lease on them. */
    async postpone(tenantId: string, until: Date) {
      const due = ofTenant(tenantId, { dueAt: { $lt: until } });
      await changes.updateMany(due, { $set: { dueAt: until, leasedUntil: null } });
    },
  };
}

export type ChangeStore = ReturnType<typeof changeStore>;
