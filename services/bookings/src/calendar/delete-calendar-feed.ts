import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, calendarFeeds } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { CalendarDeps } from "./deps.ts";
import { feedRecord } from "./feed.ts";

/** Ends a feed: its URL is unknown once this has answered. Refuses NOT_FOUND, also when repeated. */
export async function deleteCalendarFeed(
  { feeds, clock }: CalendarDeps,
  { caller }: Request,
  { id }: InputOf<typeof calendarFeeds.deleteCalendarFeed>,
): Promise<OutputOf<typeof calendarFeeds.deleteCalendarFeed>> {
  await feeds.change(caller.tenantId, id, clock(), (current, at) => ({
    remove: true,
    event: eventOf(caller, at.getTime(), {
      type: "calendarFeed.deleted",
      entityId: id,
      before: feedRecord(current),
      after: null,
    }),
  }));
  return { deleted: true };
}
