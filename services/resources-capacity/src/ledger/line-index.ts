/**
 * Which departures of a day use a resource at some time, found without looking at all of them: a
 * claim costs the same on a day with a thousand departures as on one with ten.
 */
import type { Range } from "./day.ts";
import type { Line, LineUse, Lines } from "./line.ts";

/** What one line of a departure takes of a resource. */
export interface WindowUse {
  readonly key: string;
  readonly line: Line;
  readonly use: LineUse;
}

/** What a departure takes of a resource: a line for each duration that its option had. */
export interface DepartureUse {
  readonly departure: string;
  readonly start: number;
  /** Of its longest window. */
  end: number;
  /** By their ends; nearly always one. */
  readonly windows: WindowUse[];
}

/** Departures that use one resource, by name and by start, and how long the longest lasts. */
interface OfResource {
  readonly byName: Map<string, DepartureUse>;
  readonly byStart: DepartureUse[];
  longest: number;
}

/** A departure is an option and an instant, however long it lasts. */
export function departureKey(optionId: string, start: number): string {
  return `${optionId}:${start}`;
}

/** One line of a departure: of the claims that end then. */
export function lineKey(departure: string, end: number): string {
  return `${departure}:${end}`;
}

/** Made at the first look, of lines that are only ever added to. */
const indexes = new WeakMap<Lines, Map<string, OfResource>>();

/** The departures that share an instant with a range, as far as they use a resource. */
export function departuresIn(
  lines: Lines,
  resourceId: string,
  { from, to }: Range,
): DepartureUse[] {
  const ofResource = indexOf(lines).get(resourceId);
  if (!ofResource) return [];
  const { byStart, longest } = ofResource;
  const found: DepartureUse[] = [];
  for (let at = firstFrom(byStart, from - longest); at < byStart.length; at++) {
    const each = byStart[at] as DepartureUse;
    if (each.start >= to) break;
    if (each.end > from) found.push(each);
  }
  return found;
}

/** What one departure takes of a resource, if it ever took any. */
export function departureNamed(
  lines: Lines,
  resourceId: string,
  departure: string,
): DepartureUse | undefined {
  return indexOf(lines).get(resourceId)?.byName.get(departure);
}

/** Takes a use into the index that was just added to these lines. */
export function noteUse(lines: Lines, resourceId: string, added: WindowUse): void {
  const index = indexes.get(lines);
  if (index) insert(index, resourceId, added);
}

function indexOf(lines: Lines): Map<string, OfResource> {
  const known = indexes.get(lines);
  if (known) return known;
  const index = new Map<string, OfResource>();
  for (const [key, line] of Object.entries(lines))
    for (const [resourceId, use] of Object.entries(line.use))
      insert(index, resourceId, { key, line, use });
  indexes.set(lines, index);
  return index;
}

function insert(index: Map<string, OfResource>, resourceId: string, added: WindowUse): void {
  const ofResource: OfResource = index.get(resourceId) ?? {
    byName: new Map(),
    byStart: [],
    longest: 0,
  };
  index.set(resourceId, ofResource);
  const { optionId, start, end } = added.line;
  ofResource.longest = Math.max(ofResource.longest, end - start);
  const departure = departureKey(optionId, start);
  const known = ofResource.byName.get(departure);
  if (known) {
    known.end = Math.max(known.end, end);
    known.windows.push(added);
    known.windows.sort((a, b) => a.line.end - b.line.end);
    return;
  }
  const first: DepartureUse = { departure, start, end, windows: [added] };
  ofResource.byName.set(departure, first);
  ofResource.byStart.splice(firstFrom(ofResource.byStart, start), 0, first);
}

/** The position of the first departure that starts at this time or later. */
function firstFrom(departures: readonly DepartureUse[], start: number): number {
  let [low, high] = [0, departures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((departures[middle] as DepartureUse).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
