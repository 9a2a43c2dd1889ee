/** Subscriptions: changed as aggregates; what their deliveries show of them is noted beside. */
import { sealedOtherwise } from "@slipway/delivery";
import { type Aggregates, type Relay, aggregates, type mongo, ofTenant } from "@slipway/store";
import type { SubscriptionDocument } from "./schema.ts";
import type { Subscription } from "./subscription.ts";

export interface SubscriptionStore extends Aggregates<SubscriptionDocument> {
  /** Lists those of these tenants that have a subscription, active or not. */
  listTenants(tenantIds: readonly string[]): Promise<string[]>;
  /** Lists the subscriptions of these tenants, active or not. */
  listOf(tenantIds: readonly string[]): Promise<Subscription[]>;
  /** Lists the subscriptions that deliver changes of one supplier alone, active or not. */
  listIdsOf(tenantId: string, supplierId: string): Promise<string[]>;
  noteSuccess(id: string, at: Date): Promise<void>;
  /** Counts a failed attempt; null when the subscription is gone. */
  noteFailure(id: string, at: Date): Promise<Subscription | null>;
  /** Lists subscriptions with a secret or headers that are sealed with another key than that of this name, by id. */
  listSealedOtherwise(
    keyName: string,
    page: { readonly after: string; readonly limit: number },
  ): Promise<Subscription[]>;
  /** Replaces the seals of one that still has those that were read. */
  reseal(
    read: Subscription,
    seals: Pick<Subscription, "secret" | "previousSecret" | "headers">,
  ): Promise<void>;
}

type Filter = mongo.Filter<SubscriptionDocument>;

export function subscriptionStore(
  collection: mongo.Collection<SubscriptionDocument>,
  relay: Relay,
): SubscriptionStore {
  return {
    ...aggregates(collection, relay),
    ...sealsOf(collection),
    ...notesOf(collection),

    async listTenants(tenantIds) {
      const ids = await Promise.all(
        tenantIds.map(async (tenantId) => {
          const filter = ofTenant(tenantId, { live: true }) as Filter;
          const found = await collection.findOne(filter, { projection: { _id: 1 } });
          return found ? tenantId : undefined;
        }),
      );
      return ids.filter((id) => id !== undefined);
    },

    async listOf(tenantIds) {
      const filter = { tenantId: { $in: [...tenantIds] }, live: true } as Filter;
      return await collection.find(filter, { projection: { outbox: 0 } }).toArray();
    },

    async listIdsOf(tenantId, supplierId) {
      const filter = ofTenant(tenantId, { supplierId, live: true }) as Filter;
      const found = await collection.find(filter, { projection: { _id: 1 } }).toArray();
      return found.map(({ _id }) => _id);
    },
  };
}

function one(id: string, filter: object): Filter {
  return { _id: id, live: true, ...filter };
}

/** The statements for a change of the key that seals secrets and headers. */
function sealsOf(
  collection: mongo.Collection<SubscriptionDocument>,
): Pick<SubscriptionStore, "listSealedOtherwise" | "reseal"> {
  return {
    async listSealedOtherwise(keyName, { after, limit }) {
      const otherwise = sealedOtherwise(keyName);
      // A secret that was changed meanwhile has its new seal, and the other fields of the subscription have their old
      // ones.
      const $or = ["secret", "headers", "previousSecret.secret"].map((field) => ({
        [field]: otherwise,
      }));
      const filter = { live: true, _id: { $gt: after }, $or } as unknown as Filter;
      const options = { limit, sort: { _id: 1 }, projection: { outbox: 0 } } as const;
      return await collection.find(filter, options).toArray();
    },

    async reseal({ _id, secret, headers }, seals) {
      await collection.updateOne(one(_id, { secret, headers }), { $set: seals });
    },
  };
}

/** The statements that note how the last attempts went. */
function notesOf(
  collection: mongo.Collection<SubscriptionDocument>,
): Pick<SubscriptionStore, "noteSuccess" | "noteFailure"> {
  return {
    async noteSuccess(id, at) {
      const update = {
        $set: {
          consecutiveFailures: 0,
          failuresInRow: 0,
          lastSuccessAt: at,
          lastAttemptAt: at,
        },
      } as object;
      await collection.updateOne(one(id, {}), update);
    },

    async noteFailure(id, at) {
      const counted = { consecutiveFailures: 1, failuresInRow: 1 };
      const update = { $inc: counted, $set: { lastAttemptAt: at } } as object;
      const options = { returnDocument: "after", projection: { outbox: 0 } } as const;
      return await collection.findOneAndUpdate(one(id, {}), update, options);
    },
  };
}
