import { type Kept, type OutputOf, answerOf, calendarFeeds } from "@slipway/contracts";

export interface Feed extends Omit<Kept<FeedRecord>, "id"> {
  _id: string;
  /** The supplier of what it is narrowed to; null: it has departures of all suppliers. */
  ofSupplierId: string | null;
  /** SHA-256 of the digest that a gateway sends, base64: who reads the database cannot send it. */
  tokenHash: string;
}

type FeedRecord = OutputOf<typeof calendarFeeds.listCalendarFeeds>["items"][number];

/** The feed as it is answered and audited, without its token. */
export function feedRecord(feed: Omit<Feed, "tokenHash" | "ofSupplierId">): FeedRecord {
  return answerOf(calendarFeeds.calendarFeed, { ...feed, id: feed._id });
}
