/** Deliveries: made once per change and subscription, and written after each attempt. */
import {
  duplicatesIn,
  findPage,
  idFloor,
  type mongo,
  ofTenant,
  removeInBatches,
} from "@slipway/store";
import type { Attempt, Delivery, DeliveryRecord, Outcome } from "./delivery.ts";

interface DeliveryFilter {
  readonly subscriptionId?: string;
  readonly bookingId?: string;
  /** The subscriptions whose deliveries are wanted; undefined: all, also those that are gone. */
  readonly among?: readonly string[] | undefined;
  readonly status?: DeliveryRecord["status"] | undefined;
  /** Older than this one. */
  readonly after?: string | undefined;
}

const attemptsMax = 100;

export function deliveryStore(collection: mongo.Collection<Delivery>) {
  return {
    ...transitionsOf(collection),
    ...pendingDeliveries(collection),
    ...deliveriesToErase(collection),
    /** Makes deliveries of any tenants; those that are there stay as they are. */
    async insert(deliveries: readonly Delivery[]) {
      const documents = deliveries.map((document) => ({ insertOne: { document } }));
      // The change may be delivered twice, at once too: the id decides, the first delivery stays.
      await collection.bulkWrite(documents, { ordered: false }).catch(duplicatesIn);
    },

    async get(tenantId: string, id: string): Promise<Delivery | null> {
      return await collection.findOne(ofTenant(tenantId, { _id: id }));
    },

    /** Newest first, as many as fit a page. The body is not read: `body` is missing. */
    list<Item>(
      tenantId: string,
      filter: DeliveryFilter,
      page: { limit: number; itemOf: (delivery: Delivery) => Item },
    ) {
      const matching = ofTenant(tenantId, listed(filter));
      return findPage(collection, matching, { ...page, sort: { _id: -1 }, without: ["body"] });
    },

    /** Removes the deliveries of any tenants made before that instant; answers how many. */
    removeBefore: (instant: Date) =>
      // Ids are ordered by time, so that keeping a delivery costs no index for forgetting it.
      removeInBatches(collection, { _id: { $lt: idFloor("dlv", instant.getTime()) } }),
  };
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

function listed({ subscriptionId, bookingId, among, status, after }: DeliveryFilter) {
  return {
    ...(subscriptionId === undefined ? {} : { subscriptionId }),
    ...(bookingId === undefined ? {} : { bookingId }),
    ...(among === undefined ? {} : { subscriptionId: { $in: [...among] } }),
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { _id: { $lt: after } }),
  };
}

const pendingOf = (subscriptionId: string) => ({ subscriptionId, status: "PENDING" }) as const;

/** The writes that change when one delivery is attempted, or that end it. */
function transitionsOf(collection: mongo.Collection<Delivery>) {
  return {
    /** Writes how an attempt went; null when another replica has since: its receiver drops this one by its id. */
    async record({ _id, subscriptionId, tries }: Delivery, attempt: Attempt, outcome: Outcome) {
      return await collection.findOneAndUpdate(
        { _id, subscriptionId, tries, status: "PENDING" },
        {
          $set: { ...outcome, leasedUntil: null },
          $inc: { tries: 1 },
          $push: { attempts: { $each: [attempt], $slice: -attemptsMax } },
        },
        { returnDocument: "after" },
      );
    },

    /** Makes one that has ended pending again for one attempt; null when it has not ended. */
    async reopen(tenantId: string, id: string, attemptAt: Date) {
      const filter = ofTenant(tenantId, { _id: id, status: { $ne: "PENDING" as const } });
      const set = { status: "PENDING" as const, isSingle: true, nextAttemptAt: attemptAt };
      return await collection.findOneAndUpdate(filter, { $set: set }, { returnDocument: "after" });
    },

    /**
     * Makes the next attempt of one that waits for its time due at this instant; null when none waits. One
     * that a request attempts is no such delivery: its `isSingle` keeps two attempts from running together.
     */
    async bringForward(tenantId: string, id: string, now: Date) {
      const waiting = { status: "PENDING", isSingle: false, nextAttemptAt: { $gt: now } } as const;
      return await collection.findOneAndUpdate(
        ofTenant(tenantId, { _id: id, ...waiting }),
        { $set: { nextAttemptAt: now } },
        { returnDocument: "after" },
      );
    },
  };
}

/** The writes of all that waits for a subscription. */
function pendingDeliveries(collection: mongo.Collection<Delivery>) {
  return {
    /** Ends what waits for a subscription, or only what was made before an instant. */
    async failPending(subscriptionId: string, madeBefore?: Date) {
      const made = madeBefore ? { createdAt: { $lt: madeBefore } } : {};
      const update = { $set: { status: "FAILED", nextAttemptAt: null, isSingle: false } } as const;
      await collection.updateMany({ ...pendingOf(subscriptionId), ...made }, update);
    },

    /** Has what waits for a subscription wait until it is resumed. */
    async park(subscriptionId: string) {
      const waits = { ...pendingOf(subscriptionId), nextAttemptAt: { $ne: null } };
      await collection.updateMany(waits, { $set: { nextAttemptAt: null } });
    },

    /** Makes due at this instant what was parked; answers whether anything was. */
    async resume(subscriptionId: string, now: Date) {
      const parked = { ...pendingOf(subscriptionId), nextAttemptAt: null };
      const { modifiedCount } = await collection.updateMany(parked, {
        $set: { nextAttemptAt: now },
      });
      return modifiedCount > 0;
    },
  };
}

function deliveriesToErase(collection: mongo.Collection<Delivery>) {
  return {
    /** Gives deliveries of a booking that have an `@` in what they send another text; answers how many it changed. */
    async rewrite(tenantId: string, bookingId: string, bodyOf: (body: string) => string) {
      const sending = ofTenant(tenantId, { bookingId, body: /@/ });
      let changed = 0;
      for await (const { _id, body } of collection.find(sending)) {
        const left = bodyOf(body);
        if (left === body) continue;
        await collection.updateOne(ofTenant(tenantId, { _id }), { $set: { body: left } });
        changed++;
      }
      return changed;
    },
  };
}
