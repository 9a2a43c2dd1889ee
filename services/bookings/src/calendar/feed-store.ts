/** Calendar feeds: changed as aggregates, found by their token. */
import { changesOf } from "@slipway/events";
import { type Relay, aggregates, type mongo } from "@slipway/store";
import type { FeedDocument } from "./schema.ts";
import { type Feed, feedRecord } from "./feed.ts";

const notedEveryMs = 60_000;

export function feedStore(collection: mongo.Collection<FeedDocument>, relay: Relay) {
  const feeds = aggregates(collection, relay);
  return {
    ...feeds,
    ...changesOf(feeds, feedRecord),
    /** Looks through the feeds of all tenants: the token says whose feed it is. */
    findByToken: (tokenHash: string) =>
      collection.findOne<Feed>({ tokenHash, live: true }, { projection: { outbox: 0 } }),
    /** Moves lastReadAt forward unless it was moved a moment ago. No change of the feed, so it makes no event. */
    async noteRead({ _id, lastReadAt }: Feed, at: Date) {
      if (lastReadAt && at.getTime() - lastReadAt.getTime() < notedEveryMs) return;
      // A lost time of use is no loss: it need not wait for the journal.
      const writeConcern = { w: 1, journal: false } as const;
      await collection.updateOne({ _id }, { $max: { lastReadAt: at } }, { writeConcern });
    },
  };
}

export type FeedStore = ReturnType<typeof feedStore>;
