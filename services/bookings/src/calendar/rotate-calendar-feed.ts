import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, calendarFeeds } from "@slipway/contracts";
import type { CalendarDeps } from "./deps.ts";
import { feedRecord } from "./feed.ts";
import { issueFeedToken } from "./issue-feed-token.ts";

/** Gives a feed another token, answered here and never again. The old one is unknown once this has answered. */
export async function rotateCalendarFeed(
  { feeds, clock }: CalendarDeps,
  { caller }: Request,
  { id }: InputOf<typeof calendarFeeds.rotateCalendarFeed>,
): Promise<OutputOf<typeof calendarFeeds.rotateCalendarFeed>> {
  const { token, tokenHash } = issueFeedToken();
  const rotated = await feeds.changeBy(caller, id, clock(), () => ({
    set: { tokenHash },
    type: "calendarFeed.tokenRotated",
  }));
  return { ...feedRecord(rotated), token };
}
