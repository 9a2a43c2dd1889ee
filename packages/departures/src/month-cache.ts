/** The departures of schedules by month: many requests ask for the same months. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { dayMs } from "./durations.ts";
import type { Recurrence } from "./recurrence.ts";

interface Schedule {
  readonly periods: readonly Recurrence[];
  readonly zone: string;
}

/** A month of the cache; the first begins with 1970. */
export const monthMs = 32 * dayMs;

const bytesMax = 16 * 1024 * 1024;
/** The key, the entry and the array around the instants. */
const entryBytes = 400;
const months = new LRUCache<string, Float64Array>({
  maxSize: bytesMax,
  sizeCalculation: (instants) => entryBytes + 8 * instants.length,
});

/**
 * The instants of a month, ascending; `derive` makes those that are not cached. The key is a digest of what the
 * periods say, so a month is never stale, whichever request changed them. The periods themselves are not kept.
 */
export function cachedMonth(
  schedule: Schedule,
  month: number,
  derive: () => Float64Array,
): Float64Array {
  const key = `${digestOf(schedule)}|${month}`;
  const found = months.get(key);
  if (found) return found;
  const departures = derive();
  months.set(key, departures);
  return departures;
}

/** By the array: a request that brings the same one again has no digest made. */
const digests = new WeakMap<readonly Recurrence[], { zone: string; digest: string }>();

function digestOf({ periods, zone }: Schedule): string {
  const known = digests.get(periods);
  if (known?.zone === zone) return known.digest;
  const hash = createHash("sha256").update(zone);
  for (const { startMonthDay, endMonthDay, weekdays, startTimes, ...window } of periods) {
    const { validFrom = null, validUntil = null, exceptDates = [] } = window;
    hash.update(`|${startMonthDay} ${endMonthDay} ${weekdays.join()} ${startTimes.join()}`);
    // mark: key-of-window
    hash.update(` ${validFrom} ${validUntil} ${exceptDates.join()}`);
  }
  const digest = hash.digest("base64");
  digests.set(periods, { zone, digest });
  return digest;
}
