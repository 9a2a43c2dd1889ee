/**
 * Which departures of a day use a resource at some time, found without looking at all of them: a
 * claim costs the same on a day with a thousand departures as on one with ten.
 */
import type { Range } from "./day.ts";
import type { Line, LineUse, Lines } from "./line.ts";

export interface IndexedUse {
  readonly key: string;
  readonly line: Line;
  readonly use: LineUse;
}

/** Uses of one resource by the start of their departures, and how long the longest lasts. */
interface ByStart {
  readonly uses: IndexedUse[];
  longest: number;
}

/** Made at the first look, of lines that are only ever added to. */
const indexes = new WeakMap<Lines, Map<string, ByStart>>();

/** The uses of a resource whose departures share an instant with a range. */
export function usesIn(lines: Lines, resourceId: string, { from, to }: Range): IndexedUse[] {
  const byStart = indexOf(lines).get(resourceId);
  if (!byStart) return [];
  const { uses, longest } = byStart;
  const found: IndexedUse[] = [];
  for (let at = firstFrom(uses, from - longest); at < uses.length; at++) {
    const each = uses[at] as IndexedUse;
    if (each.line.start >= to) break;
    if (each.line.end > from) found.push(each);
  }
  return found;
}

/** Takes a use into the index that was just added to these lines. */
export function noteUse(lines: Lines, resourceId: string, added: IndexedUse): void {
  const index = indexes.get(lines);
  if (index) insert(index, resourceId, added);
}

function indexOf(lines: Lines): Map<string, ByStart> {
  const known = indexes.get(lines);
  if (known) return known;
  const index = new Map<string, ByStart>();
  for (const [key, line] of Object.entries(lines))
    for (const [resourceId, use] of Object.entries(line.use))
      insert(index, resourceId, { key, line, use });
  indexes.set(lines, index);
  return index;
}

function insert(index: Map<string, ByStart>, resourceId: string, added: IndexedUse): void {
  const byStart = index.get(resourceId) ?? { uses: [], longest: 0 };
  index.set(resourceId, byStart);
  const { start, end } = added.line;
  byStart.longest = Math.max(byStart.longest, end - start);
  byStart.uses.splice(firstFrom(byStart.uses, start), 0, added);
}

/** The position of the first departure that starts at this time or later. */
function firstFrom(uses: readonly IndexedUse[], start: number): number {
  let [low, high] = [0, uses.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((uses[middle] as IndexedUse).line.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
