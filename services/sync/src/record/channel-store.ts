import { replacedSealedOtherwise, sealedOtherwise } from "@slipway/delivery";
import { changesOf } from "@slipway/events";
import {
  type Aggregates,
  type OutboxEvent,
  type RecordPage,
  type Relay,
  aggregates,
  fieldsOf,
  unlessTaken,
  type mongo,
  recordsOf,
} from "@slipway/store";
import type { ChannelDocument } from "./schema.ts";
import { type Channel, channelRecord } from "./channel.ts";

interface ChannelPage<Item> extends RecordPage<Channel, Item> {
  readonly supplierId: string | undefined;
}

export function channelStore(collection: mongo.Collection<ChannelDocument>, relay: Relay) {
  const channels = aggregates<ChannelDocument>(collection, relay);
  const { findNewest, ...records } = recordsOf(channels, channelOf);
  return {
    ...records,
    ...changesOf(records, channelRecord),
    ...listsOf(collection, channels),
    /** Newest first, after the channel with this id; of one supplier, or of all; what fits a page. */
    list<Item>(tenantId: string, { supplierId, ...page }: ChannelPage<Item>) {
      return findNewest(tenantId, supplierId === undefined ? {} : { supplierId }, page);
    },

    /** Replaces the seals of one that still has those that were read; no change of it, so it makes no event. */
    async reseal(
      { id, secrets: { current }, subscriptions }: Channel,
      { secrets, subscriptions: again }: Pick<Channel, "secrets" | "subscriptions">,
    ) {
      // A subscription that was made, changed or ended since makes the array another one.
      const read = subscriptions.length > 0 ? { subscriptions } : { $nor: [hasSubscriptions] };
      const set = { secrets, ...(again.length > 0 && { subscriptions: again }) };
      await collection.updateOne({ _id: id, "secrets.current": current, ...read }, { $set: set });
    },

    /** Notes an attempt to send to one; no change of it, so it makes no event. */
    async noteAttempt(id: string, at: Date, isSuccess: boolean) {
      const times = { lastAttemptAt: at, ...(isSuccess && { lastSucceededAt: at }) };
      await collection.updateOne({ _id: id, live: true }, { $max: times });
    },

    /** False when the code is taken. The unique index decides between two. */
    insert: ({ id, tenantId, updatedAt: _, ...fields }: Channel, event: OutboxEvent) =>
      unlessTaken(channels.insert(tenantId, { _id: id, ...fields }, event)),
  };
}

export type ChannelStore = ReturnType<typeof channelStore>;

const hasSubscriptions = { "subscriptions.0": { $exists: true } };

function channelOf(document: ChannelDocument): Channel {
  const { subscriptions = [], lastSucceededAt = null, lastAttemptAt = null } = document;
  return { ...fieldsOf(document), subscriptions, lastSucceededAt, lastAttemptAt };
}

function listsOf(
  collection: mongo.Collection<ChannelDocument>,
  channels: Aggregates<ChannelDocument>,
) {
  return {
    /** Those of one supplier. A tenant has as many as its quota allows. */
    async listOf(tenantId: string, supplierId: string) {
      return (await channels.find(tenantId, { supplierId }, { sort: { _id: -1 } })).map(channelOf);
    },

    /** Not beyond `limit`. */
    count: (tenantId: string, limit: number) => channels.count(tenantId, {}, limit),

    /** Lists the channels that are notified of changes, at their endpoint or by subscriptions, of any of these tenants. */
    async listReceiving(tenantIds: readonly string[]) {
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

    /** Lists channels with a secret that is sealed with another key than that of this name, by id. */
    async listSealedOtherwise(
      keyName: string,
      { after, limit }: { readonly after: string; readonly limit: number },
    ) {
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
      ...replacedSealedOtherwise("secrets.previous", keyName),
      { subscriptions: { $elemMatch: inSubscription } },
    ],
  };
}
