/** Which subscriptions have something to be delivered, and which replica delivers it. */
import type { mongo } from "@slipway/store";
import type { SubscriptionDocument } from "../schema.ts";
import type { Subscription } from "./subscription.ts";

/** A subscription with something to be delivered. */
export type Due = Pick<SubscriptionDocument, "_id" | "tenantId">;

export interface DueStore {
  /** Says that something is to be delivered at that instant, or before. */
  markDue(ids: readonly string[], at: Date): Promise<void>;
  /** Those, of any tenants, with something to deliver now and nobody who does. */
  listDue(now: Date, limit: number): Promise<Due[]>;
  /** Takes or renews the lease on delivering; null while another replica has it or nothing is due. */
  takeLease(id: string, holder: string, now: Date, until: Date): Promise<Subscription | null>;
  /** As it is now, while the lease is the holder's; null otherwise, and when it is gone. */
  readLeased(id: string, holder: string): Promise<Subscription | null>;
  /**
   * Gives the lease back and says when something is due next. False: something has become due since
   * `read` was read, which this write must not hide.
   */
  rest(read: Subscription, holder: string, dueAt: Date): Promise<boolean>;
  /** Gives the lease back, with whatever is due. */
  leave(id: string, holder: string): Promise<void>;
}

type Filter = mongo.Filter<SubscriptionDocument>;

/** @param collection the subscriptions; a deleted one is never due. */
export function dueStore(collection: mongo.Collection<SubscriptionDocument>): DueStore {
  const one = (id: string, filter: object): Filter => ({ _id: id, live: true, ...filter });
  const projection = { outbox: 0 } as const;
  return {
    async markDue(ids, at) {
      await collection.updateMany(
        { _id: { $in: [...ids] } },
        {
          $min: { dueAt: at },
          $inc: { dueRevision: 1 },
        },
      );
    },

    async listDue(now, limit) {
      const due = {
        live: true,
        status: "ACTIVE",
        dueAt: { $lte: now },
        $or: [{ leaseUntil: null }, { leaseUntil: { $lte: now } }],
      } as unknown as Filter;
      const shown = { projection: { tenantId: 1 }, sort: { dueAt: 1 }, limit } as const;
      return await collection.find(due, shown).toArray();
    },

    async takeLease(id, holder, now, until) {
      const free = {
        status: "ACTIVE",
        dueAt: { $lte: now },
        $or: [{ leaseHolder: holder }, { leaseUntil: null }, { leaseUntil: { $lte: now } }],
      };
      return await collection.findOneAndUpdate(
        one(id, free),
        { $set: { leaseHolder: holder, leaseUntil: until } },
        { returnDocument: "after", projection },
      );
    },

    async readLeased(id, holder) {
      const filter = one(id, { leaseHolder: holder });
      return await collection.findOne(filter, { projection });
    },

    async rest({ _id, dueRevision }, holder, dueAt) {
      const filter = one(_id, { leaseHolder: holder, dueRevision });
      const update = { $set: { dueAt, leaseHolder: null, leaseUntil: null } } as object;
      return (await collection.updateOne(filter, update)).matchedCount === 1;
    },

    async leave(id, holder) {
      const update = { $set: { leaseHolder: null, leaseUntil: null } } as object;
      await collection.updateOne({ _id: id, leaseHolder: holder }, update);
    },
  };
}
