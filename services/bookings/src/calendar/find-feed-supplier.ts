import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, calendarFeeds } from "@slipway/contracts";
import type { CalendarDeps } from "./deps.ts";

/** The supplier of a feed, for the gateway to hold restricted keys to. Refuses NOT_FOUND. */
export async function findFeedSupplier(
  { feeds }: CalendarDeps,
  { caller }: Request,
  { id }: InputOf<typeof calendarFeeds.findFeedSupplier>,
): Promise<OutputOf<typeof calendarFeeds.findFeedSupplier>> {
  const feed = await feeds.require(caller.tenantId, id);
  return { supplierId: feed.ofSupplierId };
}
