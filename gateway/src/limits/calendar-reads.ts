import { createPerMinute, spendOneOfEach } from "./allowance.ts";

export interface ReadFeed {
  readonly id: string;
  readonly tenantId: string;
}

/** A tenant may have what so many feeds may. */
const feedsOfTenant = 6;

/**
 * Bounds how often calendars are made: each look of a calendar makes one anew, also where nothing has changed.
 * @param perMinute of a feed; 0: nothing is limited.
 */
export function createCalendarReads(perMinute: number, clock?: () => number) {
  const feeds = createPerMinute(perMinute, clock);
  const tenants = createPerMinute(perMinute * feedsOfTenant, clock);
  return {
    /** Counts a look; refuses with RATE_LIMITED beyond what the feed, or its tenant with all its feeds, may have. */
    count({ id, tenantId }: ReadFeed) {
      spendOneOfEach([feeds, id], [tenants, tenantId]);
    },
  };
}
