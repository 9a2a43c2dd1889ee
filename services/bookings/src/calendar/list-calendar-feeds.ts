import type { Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type calendarFeeds,
  pageItemsMax,
  supplierOf,
} from "@slipway/contracts";
import { nextAfterId } from "@slipway/store";
import type { CalendarDeps } from "./deps.ts";
import { feedRecord } from "./feed.ts";

/** The feeds that the caller reaches, newest first, in pages of the bus. */
export async function listCalendarFeeds(
  { feeds }: CalendarDeps,
  { caller }: Request,
  { page }: InputOf<typeof calendarFeeds.listCalendarFeeds>,
): Promise<OutputOf<typeof calendarFeeds.listCalendarFeeds>> {
  const supplierId = supplierOf(caller);
  const filter = supplierId === undefined ? {} : { ofSupplierId: supplierId };
  const found = await feeds.findNewest(caller.tenantId, filter, {
    after: page,
    limit: pageItemsMax,
    without: ["tokenHash"],
    itemOf: feedRecord,
  });
  return nextAfterId(found);
}
