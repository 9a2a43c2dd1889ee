import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, calendarFeeds } from "@slipway/contracts";
import type { CalendarDeps } from "./deps.ts";
import { hashOfDigest } from "./issue-feed-token.ts";

/** Finds the feed of a token, for the limits of a gateway; null for a token that is unknown, deleted or rotated. */
export async function findCalendarFeed(
  { feeds }: CalendarDeps,
  _request: Request,
  { digest }: InputOf<typeof calendarFeeds.findCalendarFeed>,
): Promise<OutputOf<typeof calendarFeeds.findCalendarFeed>> {
  const found = await feeds.findByToken(hashOfDigest(digest));
  return { feed: found && { id: found._id, tenantId: found.tenantId } };
}
