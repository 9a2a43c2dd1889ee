/**
 * Index of a day's departures by resource and start. A claim reads only the departures near its own
 * window, so it costs the same on a day of a thousand departures as on a day of ten.
 */
import assert from "node:assert";
import { type Margins, type Range, hasMargins, occupiedFrom } from "./day.ts";
import type { DepartureUsage, ResourceUse, DepartureUsages } from "./departure-usage.ts";

/** One window of a departure, and its use of one resource. */
export interface WindowUse {
  readonly key: string;
  readonly usage: DepartureUsage;
  readonly use: ResourceUse;
}

/** All windows of a departure that use one resource: one for each duration and margins that it has had. */
export interface DepartureWindows {
  readonly departure: string;
  /** When it begins to run. */
  readonly start: number;
  /** Start of the earliest window. */
  from: number;
  /** End of the latest window. */
  end: number;
  /** In order of their ends; nearly always one. */
  readonly windows: WindowUse[];
}

/** Departures that use one resource, by key and by start. */
interface DeparturesOfResource {
  readonly byName: Map<string, DepartureWindows>;
  readonly byStart: DepartureWindows[];
  /** The longest times in milliseconds that a window begins before its departure, and ends after its start. */
  lead: number;
  longest: number;
}

/** A departure is an option and a start; its duration is no part of the key. */
export function departureKey(optionId: string, start: number): string {
  return `${optionId}:${start}`;
}

/** The departure of a claim's key, which adds the end of the run. */
export function departureOf(line: string): string {
  return line.slice(0, line.lastIndexOf(":"));
}

/** The key of the usage that counts a use of a claim with this key. */
export function usageKeyOf(line: string, margins: Margins): string {
  if (!hasMargins(margins)) return line;
  const { prepareMinutes = 0, turnaroundMinutes = 0 } = margins;
  return `${line}:${prepareMinutes}:${turnaroundMinutes}`;
}

/** The usage of a key, without any use. */
export function usageNamed(key: string): DepartureUsage {
  const [optionId, start, end, prepare, turnaround] = key.split(":");
  assert(optionId !== undefined && end !== undefined, "a usage key has an option, start and end");
  const run = { from: Number(start), to: Number(end) };
  if (prepare === undefined) return { optionId, start: run.from, end: run.to, use: {} };
  const margins = { prepareMinutes: Number(prepare), turnaroundMinutes: Number(turnaround) };
  const { from, to } = occupiedFrom(run, margins);
  return { optionId, start: from, end: to, run, use: {} };
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
  const { byStart, lead, longest } = ofResource;
  const found: DepartureWindows[] = [];
  for (let at = firstFrom(byStart, from - longest); at < byStart.length; at++) {
    const each = byStart[at] as DepartureWindows;
    if (each.start - lead >= to) break;
    if (each.from < to && each.end > from) found.push(each);
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
    lead: 0,
    longest: 0,
  };
  index.set(resourceId, ofResource);
  const { optionId, start: from, end, run } = added.usage;
  const start = run?.from ?? from;
  ofResource.lead = Math.max(ofResource.lead, start - from);
  ofResource.longest = Math.max(ofResource.longest, end - start);
  const departure = departureKey(optionId, start);
  const known = ofResource.byName.get(departure);
  if (known) {
    known.from = Math.min(known.from, from);
    known.end = Math.max(known.end, end);
    known.windows.push(added);
    known.windows.sort((a, b) => a.usage.end - b.usage.end);
    return;
  }
  const first: DepartureWindows = { departure, start, from, end, windows: [added] };
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
