/** Which subscriptions have something to be delivered, and which replica delivers it. */
import type { mongo } from "@slipway/store";
import type { SubscriptionDocument } from "./schema.ts";
import type { Subscription } from "./subscription.ts";

/** A subscription with something to be delivered. */
export type Due = Pick<SubscriptionDocument, "_id" | "tenantId">;

export interface DueStore {
  /** Says that something is to be delivered at that instant, or before. */
  markDue(ids: readonly string[], at: Date): Promise<void>;
  /** Lists subscriptions, of any tenants, with something to deliver now and nobody who does. */
  listDue(now: Date, limit: number): Promise<Due[]>;
  /** Takes or renews the lease on delivering; null while another replica has it or nothing is due. */
  takeLease(id: string, holder: string, now: Date, until: Date): Promise<Subscription | null>;
  /** Reads a subscription while the holder has its lease; null otherwise, and when the subscription is gone. */
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
  const after = { returnDocument: "after", projection } as const;
  return {
    async markDue(ids, at) {
      const update = { $min: { dueAt: at }, $inc: { dueRevision: 1 } };
      await collection.updateMany({ _id: { $in: [...ids] } }, update);
    },

    async listDue(now, limit) {
      const due = { live: true, ...dueAndFree(now) } as Filter;
      const shown = { projection: { tenantId: 1 }, sort: { dueAt: 1 }, limit } as const;
      return await collection.find(due, shown).toArray();
    },

    async takeLease(id, holder, now, until) {
      const free = one(id, dueAndFree(now, [{ leaseHolder: holder }]));
      const lease = { $set: { leaseHolder: holder, leaseUntil: until } };
      return await collection.findOneAndUpdate(free, lease, after);
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

/** @param also leases that hinder nobody who asks, beside none and one that is over. */
function dueAndFree(now: Date, also: readonly object[] = []): object {
  const $or = [...also, { leaseUntil: null }, { leaseUntil: { $lte: now } }];
  return { status: "ACTIVE", dueAt: { $lte: now }, $or };
}
