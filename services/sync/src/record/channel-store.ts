import { sealedOtherwise } from "@slipway/delivery";
import {
  type Aggregates,
  type ItemPage,
  type OutboxEvent,
  type Relay,
  aggregates,
  duplicateKey,
  type mongo,
} from "@slipway/store";
import type { ChannelDocument } from "./schema.ts";
import type { Channel } from "./channel.ts";

/** The fields that a change sets; everything else of a connection stays. */
export type ChannelChange = Partial<
  Pick<
    Channel,
    | "supplierId"
    | "name"
    | "notificationTypes"
    | "endpointUrl"
    | "status"
    | "secrets"
    | "subscriptions"
  >
>;

interface DecidedChange {
  readonly set?: ChannelChange;
  readonly remove?: boolean;
  readonly event: OutboxEvent;
}

interface ChannelPage<Item> {
  readonly supplierId: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
  readonly itemOf: (channel: Channel) => Item;
}

export interface ChannelStore {
  get(tenantId: string, id: string): Promise<Channel | null>;
  /** Newest first, after the channel with this id; of one supplier, or of all; what fits a page. */
  list<Item>(tenantId: string, page: ChannelPage<Item>): Promise<ItemPage<Item>>;
  /** Ids of those of one supplier. A tenant has as many as its quota allows. */
  listIdsOf(tenantId: string, supplierId: string): Promise<string[]>;
  /** Not beyond `limit`. */
  count(tenantId: string, limit: number): Promise<number>;
  /**
   * Lists the channels that are notified of changes, at their endpoint or by subscriptions, of any of these tenants.
   */
  listReceiving(tenantIds: readonly string[]): Promise<Channel[]>;
  /** Lists channels with a secret that is sealed with another key than that of this name, by id. */
  listSealedOtherwise(
    keyName: string,
    page: { readonly after: string; readonly limit: number },
  ): Promise<Channel[]>;
  /** Replaces the seals of one that still has those that were read; no change of it, so it makes no event. */
  reseal(read: Channel, seals: Pick<Channel, "secrets" | "subscriptions">): Promise<void>;
  /** False when the code is taken. The unique index decides between two. */
  insert(channel: Channel, event: OutboxEvent): Promise<boolean>;
  /** Notes an attempt to send to one; no change of it, so it makes no event. */
  noteAttempt(id: string, at: Date, isSuccess: boolean): Promise<void>;
  /** One decided change; null changes nothing. Refuses NOT_FOUND. */
  change(
    tenantId: string,
    id: string,
    now: number,
    decide: (current: Channel, updatedAt: Date) => DecidedChange | null,
  ): Promise<Channel>;
}

export function channelStore(
  collection: mongo.Collection<ChannelDocument>,
  relay: Relay,
): ChannelStore {
  const channels = aggregates<ChannelDocument>(collection, relay);
  return {
    async get(tenantId, id) {
      const found = await channels.get(tenantId, id);
      return found && channelOf(found);
    },

    ...listsOf(collection, channels),

    async reseal({ id, secrets: { current }, subscriptions }, { secrets, subscriptions: again }) {
      // A subscription that was made, changed or ended since makes the array another one.
      const read = subscriptions.length > 0 ? { subscriptions } : { $nor: [hasSubscriptions] };
      const set = { secrets, ...(again.length > 0 && { subscriptions: again }) };
      await collection.updateOne({ _id: id, "secrets.current": current, ...read }, { $set: set });
    },

    async noteAttempt(id, at, isSuccess) {
      const times = { lastAttemptAt: at, ...(isSuccess && { lastSucceededAt: at }) };
      await collection.updateOne({ _id: id, live: true }, { $max: times });
    },

    async insert({ id, tenantId, updatedAt: _, ...fields }, event) {
      try {
        await channels.insert(tenantId, { _id: id, ...fields }, event);
        return true;
      } catch (error) {
        if (duplicateKey(error)) return false;
        throw error;
      }
    },

    async change(tenantId, id, now, decide) {
      return channelOf(
        await channels.change(tenantId, id, now, (current, updatedAt) =>
          decide(channelOf(current), updatedAt),
        ),
      );
    },
  };
}

const hasSubscriptions = { "subscriptions.0": { $exists: true } };

function channelOf(document: ChannelDocument): Channel {
  return {
    id: document._id,
    tenantId: document.tenantId,
    supplierId: document.supplierId,
    code: document.code,
    name: document.name,
    notificationTypes: document.notificationTypes,
    endpointUrl: document.endpointUrl,
    status: document.status,
    secrets: document.secrets,
    subscriptions: document.subscriptions ?? [],
    lastSucceededAt: document.lastSucceededAt ?? null,
    lastAttemptAt: document.lastAttemptAt ?? null,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  };
}

type Lists = "list" | "listIdsOf" | "count" | "listReceiving" | "listSealedOtherwise";

/** Reads of many channels. */
function listsOf(
  collection: mongo.Collection<ChannelDocument>,
  channels: Aggregates<ChannelDocument>,
): Pick<ChannelStore, Lists> {
  return {
    list(tenantId, { supplierId, after, limit, itemOf }) {
      const filter = supplierId === undefined ? {} : { supplierId };
      return channels.findNewest(tenantId, filter, {
        after,
        limit,
        itemOf: (document: ChannelDocument) => itemOf(channelOf(document)),
      });
    },

    async listIdsOf(tenantId, supplierId) {
      const found = await channels.find(tenantId, { supplierId }, { sort: { _id: -1 } });
      return found.map(({ _id }) => _id);
    },

    count: (tenantId, limit) => channels.count(tenantId, {}, limit),

    async listReceiving(tenantIds) {
      const filter = {
        tenantId: { $in: [...new Set(tenantIds)] },
        live: true,
        status: "ACTIVE" as const,
        $or: [{ endpointUrl: { $ne: null } }, hasSubscriptions],
      };
      return (await collection.find(filter).toArray()).map((found) =>
        channelOf(found as ChannelDocument),
      );
    },

    async listSealedOtherwise(keyName, { after, limit }) {
      const filter = { live: true, _id: { $gt: after }, ...withOtherSeals(keyName) };
      const found = await collection.find(filter, { limit, sort: { _id: 1 } }).toArray();
      return found.map((document) => channelOf(document as ChannelDocument));
    },
  };
}

/** A filter of those with a secret that is sealed with another key than this one. */
function withOtherSeals(keyName: string): object {
  const otherwise = sealedOtherwise(keyName);
  const inSubscription = { $or: [{ secret: otherwise }, { headers: otherwise }] };
  return {
    $or: [
      { "secrets.current": otherwise },
      { "secrets.previous.secret": otherwise },
      { subscriptions: { $elemMatch: inSubscription } },
    ],
  };
}
