/** Calendar feeds: changed as aggregates, found by their token. */
import { type Aggregates, type Relay, aggregates, type mongo } from "@slipway/store";
import type { FeedDocument } from "./schema.ts";
import type { Feed } from "./feed.ts";

export interface FeedStore extends Aggregates<FeedDocument> {
  /** Looks through the feeds of all tenants: the token says whose feed it is. */
  findByToken(tokenHash: string): Promise<Feed | null>;
  /** Moves lastReadAt forward unless it was moved a moment ago. No change of the feed, so it makes no event. */
  noteRead(feed: Feed, at: Date): Promise<void>;
}

const notedEveryMs = 60_000;

export function feedStore(collection: mongo.Collection<FeedDocument>, relay: Relay): FeedStore {
  return {
    ...aggregates(collection, relay),
    findByToken: (tokenHash) =>
      collection.findOne<Feed>({ tokenHash, live: true }, { projection: { outbox: 0 } }),
    async noteRead({ _id, lastReadAt }, at) {
      if (lastReadAt && at.getTime() - lastReadAt.getTime() < notedEveryMs) return;
      // A lost time of use is no loss: it need not wait for the journal.
      const writeConcern = { w: 1, journal: false } as const;
      await collection.updateOne({ _id }, { $max: { lastReadAt: at } }, { writeConcern });
    },
  };
}
