/** A calendar feed and its record. */
import type { OutputOf, calendarFeeds } from "@slipway/contracts";

export interface Feed {
  _id: string;
  tenantId: string;
  name: string;
  supplierId: string | null;
  productId: string | null;
  optionId: string | null;
  resourceId: string | null;
  /** The supplier of what it is narrowed to; null: it has departures of all suppliers. */
  ofSupplierId: string | null;
  withNames: boolean;
  /** SHA-256 of the digest that a gateway sends, base64: who reads the database cannot send it. */
  tokenHash: string;
  lastReadAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

type FeedRecord = OutputOf<typeof calendarFeeds.listCalendarFeeds>["items"][number];

/** The feed as it is answered and audited, without its token. */
export function feedRecord(feed: Omit<Feed, "tokenHash" | "ofSupplierId">): FeedRecord {
  return {
    id: feed._id,
    tenantId: feed.tenantId,
    name: feed.name,
    supplierId: feed.supplierId,
    productId: feed.productId,
    optionId: feed.optionId,
    resourceId: feed.resourceId,
    withNames: feed.withNames,
    lastReadAt: feed.lastReadAt?.toISOString() ?? null,
    createdAt: feed.createdAt.toISOString(),
    updatedAt: feed.updatedAt.toISOString(),
  };
}
