import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, calendarFeeds } from "@slipway/contracts";
import type { CalendarDeps } from "./deps.ts";

/** Ends a feed: its URL is unknown once this has answered. Refuses NOT_FOUND, also when repeated. */
export async function deleteCalendarFeed(
  { feeds, clock }: CalendarDeps,
  { caller }: Request,
  { id }: InputOf<typeof calendarFeeds.deleteCalendarFeed>,
): Promise<OutputOf<typeof calendarFeeds.deleteCalendarFeed>> {
  await feeds.changeBy(caller, id, clock(), () => ({
    remove: true,
    type: "calendarFeed.deleted",
  }));
  return { deleted: true };
}
