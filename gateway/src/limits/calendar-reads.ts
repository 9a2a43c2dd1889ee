import { refuse } from "@slipway/broker";
import { createBuckets } from "./buckets.ts";

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

/** @param perMinute of a feed, also how many may come at once; 0: as many as come. */
export function createCalendarReads(perMinute: number, clock?: () => number): CalendarReads {
  if (perMinute === 0) return { count: () => {} };
  const policyOf = (burst: number) => ({ perSecond: burst / 60, burst });
  const feeds = createBuckets(policyOf(perMinute), clock);
  const tenants = createBuckets(policyOf(perMinute * feedsOfTenant), clock);
  return {
    count({ id, tenantId }) {
      const waits = [feeds.look(id), tenants.look(tenantId)].map(({ waitSeconds }) => waitSeconds);
      const retryAfterSeconds = Math.max(...waits);
      if (retryAfterSeconds > 0) throw refuse("RATE_LIMITED", { retryAfterSeconds });
      feeds.take(id);
      tenants.take(tenantId);
    },
  };
}
