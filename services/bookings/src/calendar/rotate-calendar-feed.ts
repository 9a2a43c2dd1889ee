import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, calendarFeeds } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
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
  const rotated = await feeds.change(caller.tenantId, id, clock(), (current, at) => ({
    set: { tokenHash },
    event: eventOf(caller, at.getTime(), {
      type: "calendarFeed.tokenRotated",
      entityId: id,
      before: feedRecord(current),
      after: feedRecord({ ...current, updatedAt: at }),
    }),
  }));
  return { ...feedRecord(rotated), token };
}
