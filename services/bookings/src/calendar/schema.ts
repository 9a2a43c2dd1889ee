import { type Aggregate, collection, outboxIndex } from "@slipway/store";
import type { Feed } from "./feed.ts";

export type FeedDocument = Aggregate & Feed;

export const collections = {
  calendarFeeds: collection<FeedDocument>("calendar_feeds", [
    [{ tokenHash: 1 }, { unique: true, partialFilterExpression: { live: true } }],
    [{ tenantId: 1, _id: -1 }],
    outboxIndex,
  ]),
};
