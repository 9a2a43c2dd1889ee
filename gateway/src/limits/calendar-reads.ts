import { createPerMinute, expectNoWait } from "./per-minute.ts";

/** A feed that a calendar reads. */
export interface ReadFeed {
  readonly id: string;
  readonly tenantId: string;
}

/** Bounds how often calendars are made: each look of a calendar makes one anew, also where nothing has changed. */
export interface CalendarReads {
  /** Counts a look; refuses with RATE_LIMITED beyond what the feed, or its tenant with all its feeds, may have. */
  count(feed: ReadFeed): void;
}

/** A tenant may have what so many feeds may. */
const feedsOfTenant = 6;

/** @param perMinute of a feed; 0: nothing is limited. */
export function createCalendarReads(perMinute: number, clock?: () => number): CalendarReads {
  const feeds = createPerMinute(perMinute, clock);
  const tenants = createPerMinute(perMinute * feedsOfTenant, clock);
  return {
    count({ id, tenantId }) {
      expectNoWait(Math.max(feeds.waitSeconds(id), tenants.waitSeconds(tenantId)));
      feeds.note(id);
      tenants.note(tenantId);
    },
  };
}
