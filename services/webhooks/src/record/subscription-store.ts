/** Subscriptions: changed as aggregates; what their deliveries show of them is noted beside. */
import { replacedSealedOtherwise, sealedOtherwise } from "@slipway/delivery";
import { changesOf } from "@slipway/events";
import { type Relay, aggregates, type mongo, ofTenant } from "@slipway/store";
import type { SubscriptionDocument } from "./schema.ts";
import { type Subscription, type UpdateType, subscriptionRecord } from "./subscription.ts";

type Filter = mongo.Filter<SubscriptionDocument>;

export function subscriptionStore(
  collection: mongo.Collection<SubscriptionDocument>,
  relay: Relay,
) {
  const subscriptions = aggregates(collection, relay);
  return {
    ...subscriptions,
    ...changesOf(subscriptions, subscriptionRecord),
    ...sealsOf(collection),
    ...notesOf(collection),

    /** Lists those of these tenants that have a subscription, or one to one of these kinds, active or not. */
    async listTenants(tenantIds: readonly string[], types?: readonly UpdateType[]) {
      const kinds = types ? { notificationTypes: { $in: [...types] } } : {};
      const ids = await Promise.all(
        tenantIds.map(async (tenantId) => {
          const filter = ofTenant(tenantId, { live: true, ...kinds }) as Filter;
          const found = await collection.findOne(filter, { projection: { _id: 1 } });
          return found ? tenantId : undefined;
        }),
      );
      return ids.filter((id) => id !== undefined);
    },

    /** Lists the subscriptions of these tenants, active or not. */
    async listOf(tenantIds: readonly string[]): Promise<Subscription[]> {
      const filter = { tenantId: { $in: [...tenantIds] }, live: true } as Filter;
      return await collection.find(filter, { projection: { outbox: 0 } }).toArray();
    },

    /** Lists the subscriptions that deliver changes of one supplier alone, active or not. */
    async listIdsOf(tenantId: string, supplierId: string) {
      const filter = ofTenant(tenantId, { supplierId, live: true }) as Filter;
      const found = await collection.find(filter, { projection: { _id: 1 } }).toArray();
      return found.map(({ _id }) => _id);
    },
  };
}

export type SubscriptionStore = ReturnType<typeof subscriptionStore>;

function one(id: string, filter: object): Filter {
  return { _id: id, live: true, ...filter };
}

/** The statements for a change of the key that seals secrets and headers. */
function sealsOf(collection: mongo.Collection<SubscriptionDocument>) {
  return {
    /** Lists subscriptions with a secret or headers that are sealed with another key than that of this name, by id. */
    async listSealedOtherwise(
      keyName: string,
      { after, limit }: { readonly after: string; readonly limit: number },
    ): Promise<Subscription[]> {
      const otherwise = sealedOtherwise(keyName);
      // A secret that was changed meanwhile has its new seal, and the other fields of the subscription have their old
      // ones.
      const replaced = replacedSealedOtherwise("previousSecret", keyName);
      const $or = [{ secret: otherwise }, { headers: otherwise }, ...replaced];
      const filter = { live: true, _id: { $gt: after }, $or } as unknown as Filter;
      const options = { limit, sort: { _id: 1 }, projection: { outbox: 0 } } as const;
      return await collection.find(filter, options).toArray();
    },

    /** Replaces the seals of one that still has those that were read. */
    async reseal(
      { _id, secret, headers }: Subscription,
      seals: Pick<Subscription, "secret" | "previousSecret" | "headers">,
    ) {
      await collection.updateOne(one(_id, { secret, headers }), { $set: seals });
    },
  };
}

/** The statements that note how the last attempts went. */
function notesOf(collection: mongo.Collection<SubscriptionDocument>) {
  return {
    async noteSuccess(id: string, at: Date) {
      const ended = { lastSuccessAt: at, lastAttemptAt: at };
      const update = { $set: { consecutiveFailures: 0, failuresInRow: 0, ...ended } } as object;
      await collection.updateOne(one(id, {}), update);
    },

    /** Counts a failed attempt; null when the subscription is gone. */
    async noteFailure(id: string, at: Date): Promise<Subscription | null> {
      const counted = { consecutiveFailures: 1, failuresInRow: 1 };
      const update = { $inc: counted, $set: { lastAttemptAt: at } } as object;
      const options = { returnDocument: "after", projection: { outbox: 0 } } as const;
      return await collection.findOneAndUpdate(one(id, {}), update, options);
    },
  };
}
