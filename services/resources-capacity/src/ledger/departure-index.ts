/**
 * Index of a day's departures by resource and start. A claim reads only the departures near its own
 * window, so it costs the same on a day of a thousand departures as on a day of ten.
 */
import type { Range } from "./day.ts";
import type { DepartureUsage, ResourceUse, DepartureUsages } from "./departure-usage.ts";

/** One window of a departure, and its use of one resource. */
export interface WindowUse {
  readonly key: string;
  readonly usage: DepartureUsage;
  readonly use: ResourceUse;
}

/** All windows of a departure that use one resource: one for each duration its option has had. */
export interface DepartureWindows {
  readonly departure: string;
  readonly start: number;
  /** End of the longest window. */
  end: number;
  /** In order of their ends; nearly always one. */
  readonly windows: WindowUse[];
}

/** Departures that use one resource, by key and by start. */
interface DeparturesOfResource {
  readonly byName: Map<string, DepartureWindows>;
  readonly byStart: DepartureWindows[];
  /** Duration of the longest window, in milliseconds. */
  longest: number;
}

/** A departure is an option and a start; its duration is no part of the key. */
export function departureKey(optionId: string, start: number): string {
  return `${optionId}:${start}`;
}

/** The key of the usage of all claims that share this departure and end. */
export function usageKey(departure: string, end: number): string {
  return `${departure}:${end}`;
}

/** Built at the first use. Usages are only added, never removed, so the index stays complete. */
const indexes = new WeakMap<DepartureUsages, Map<string, DeparturesOfResource>>();

/** The departures that use a resource and overlap a range. */
export function departuresIn(
  usages: DepartureUsages,
  resourceId: string,
  { from, to }: Range,
): DepartureWindows[] {
  const ofResource = indexOf(usages).get(resourceId);
  if (!ofResource) return [];
  const { byStart, longest } = ofResource;
  const found: DepartureWindows[] = [];
  for (let at = firstFrom(byStart, from - longest); at < byStart.length; at++) {
    const each = byStart[at] as DepartureWindows;
    if (each.start >= to) break;
    if (each.end > from) found.push(each);
  }
  return found;
}

/** A departure's windows that use a resource; undefined if it never used any. */
export function departureNamed(
  usages: DepartureUsages,
  resourceId: string,
  departure: string,
): DepartureWindows | undefined {
  return indexOf(usages).get(resourceId)?.byName.get(departure);
}

/** Adds a new use to the index of these usages. */
export function indexUse(usages: DepartureUsages, resourceId: string, added: WindowUse): void {
  const index = indexes.get(usages);
  if (index) insert(index, resourceId, added);
}

function indexOf(usages: DepartureUsages): Map<string, DeparturesOfResource> {
  const known = indexes.get(usages);
  if (known) return known;
  const index = new Map<string, DeparturesOfResource>();
  for (const [key, usage] of Object.entries(usages))
    for (const [resourceId, use] of Object.entries(usage.use))
      insert(index, resourceId, { key, usage, use });
  indexes.set(usages, index);
  return index;
}

function insert(
  index: Map<string, DeparturesOfResource>,
  resourceId: string,
  added: WindowUse,
): void {
  const ofResource: DeparturesOfResource = index.get(resourceId) ?? {
    byName: new Map(),
    byStart: [],
    longest: 0,
  };
  index.set(resourceId, ofResource);
  const { optionId, start, end } = added.usage;
  ofResource.longest = Math.max(ofResource.longest, end - start);
  const departure = departureKey(optionId, start);
  const known = ofResource.byName.get(departure);
  if (known) {
    known.end = Math.max(known.end, end);
    known.windows.push(added);
    known.windows.sort((a, b) => a.usage.end - b.usage.end);
    return;
  }
  const first: DepartureWindows = { departure, start, end, windows: [added] };
  ofResource.byName.set(departure, first);
  ofResource.byStart.splice(firstFrom(ofResource.byStart, start), 0, first);
}

/** The position of the first departure that starts at this time or later. */
function firstFrom(departures: readonly DepartureWindows[], start: number): number {
  let [low, high] = [0, departures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((departures[middle] as DepartureWindows).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
