/** How much of a resource bookings take: shares and peaks. Pure. */
import type { ResourceUsage } from "@slipway/client";

interface Interval {
  readonly startAt: string;
  readonly endAt: string;
}

/**
 * The part of its places that is taken while departures use it or could use it, until an instant. Undefined: nothing
 * uses it until then.
 */
export function shareUsed(
  usage: readonly ResourceUsage[],
  { offered, places, until }: { offered: readonly Interval[]; places: number; until: string },
): number | undefined {
  const end = Date.parse(until);
  const lengthOf = ([from, to]: readonly [number, number]): number => Math.max(0, to - from);
  const within = ({ startAt, endAt }: Interval): [number, number] => [
    Date.parse(startAt),
    Math.min(Date.parse(endAt), end),
  ];
  const taken = usage.reduce((sum, each) => sum + each.places * lengthOf(within(each)), 0);
  const spans = [...offered, ...usage].map(within).toSorted(([a], [b]) => a - b);
  let known = -Infinity;
  let length = 0;
  for (const [from, to] of spans) {
    length += lengthOf([Math.max(from, known), to]);
    known = Math.max(known, to);
  }
  return length * places > 0 ? taken / (length * places) : undefined;
}

/** The first interval in which most places are taken. */
export function peakOf(usage: readonly ResourceUsage[]): ResourceUsage | undefined {
  const most = Math.max(...usage.map(({ places }) => places));
  return usage.find(({ places }) => places === most);
}
