import assert from "node:assert";
import { noteUse } from "./line-index.ts";

/** Places taken singly, and whole units, which are worth what the resource says at any time. */
export interface Places {
  seats: number;
  units: number;
}

/**
 * What was added to a resource for one departure alone, under the resource's numbers of then. It
 * stands in the line of the claim that brought it and counts for the departure in all its lines.
 */
export interface Expansion {
  readonly epoch: number;
  readonly pool: number;
  readonly beyondMax: number;
}

/** One departure's use of one resource: what lasts, and live holds by their expiry in seconds. */
export interface LineUse extends Places {
  holds: Record<string, Places>;
  expansion?: Expansion;
}

/** One departure while it lasts so long: what it takes of each resource by claims of that length. */
export interface Line {
  readonly optionId: string;
  readonly start: number;
  readonly end: number;
  readonly use: Record<string, LineUse>;
}

export type Lines = Record<string, Line>;

/** The numbers by which places are counted; `epoch` null counts no expansion. */
export interface Counting {
  readonly perUnit: number;
  readonly epoch: number | null;
}

/** Counts holds at one instant, each bucket once. */
export interface Tally {
  readonly now: number;
  readonly live: Map<LineUse, Places>;
  /** Uses whose due buckets are gone. */
  readonly swept: Set<LineUse>;
}

export function tallyAt(now: number): Tally {
  return { now, live: new Map(), swept: new Set() };
}

/** Whether a hold until that second has ended: places count until it and not from it on. */
export function isDue(untilSeconds: number, now: number): boolean {
  return untilSeconds * 1000 <= now;
}

/** What a departure holds now: what lasts and the holds that are not due, swept or not. */
export function liveOf(tally: Tally, use: LineUse): Places {
  const counted = tally.live.get(use);
  if (counted) return counted;
  const live = { seats: use.seats, units: use.units };
  for (const [until, places] of Object.entries(use.holds)) {
    // mark: hold-is-over
    if (isDue(Number(until), tally.now)) continue;
    live.seats += places.seats;
    live.units += places.units;
  }
  tally.live.set(use, live);
  return live;
}

export function worthOf({ seats, units }: Places, perUnit: number): number {
  return seats + units * perUnit;
}

/** Places by line that are counted there and not held, in one choice of `moves` (see moves.ts). */
export type Unheld = ReadonlyMap<string, number>;

/** A change of one line's use of one resource. */
export interface LineChange extends Readonly<Places> {
  readonly key: string;
  readonly resourceId: string;
  /** Seconds: the bucket that changes; null: what lasts. */
  readonly until: number | null;
  readonly expansion?: Expansion;
}

/**
 * Applies a change in place and notes the paths that it touches. Buckets of the same use that are
 * due go with it: they count nothing any more.
 */
export function applyChange(
  lines: Lines,
  change: LineChange,
  { tally, touched }: { tally: Tally; touched: Set<string> },
): void {
  const line = lines[change.key] ?? openLine(lines, change.key, touched);
  const path = `lines.${change.key}.use.${change.resourceId}`;
  let use = line.use[change.resourceId];
  if (!use) {
    use = { seats: 0, units: 0, holds: {} };
    line.use[change.resourceId] = use;
    noteUse(lines, change.resourceId, { key: change.key, line, use });
    touched.add(path);
  }
  const live = { ...liveOf(tally, use) };
  tally.live.set(use, live);
  add(live, change);
  dropDue(use, path, { tally, touched });
  if (change.expansion) {
    use.expansion = change.expansion;
    touched.add(`${path}.expansion`);
  }
  if (change.until === null) {
    add(use, change);
    touched.add(`${path}.seats`).add(`${path}.units`);
  } else {
    const bucket = (use.holds[change.until] ??= { seats: 0, units: 0 });
    add(bucket, change);
    if (bucket.seats === 0 && bucket.units === 0) delete use.holds[change.until];
    touched.add(`${path}.holds.${change.until}`);
  }
}

function dropDue(
  use: LineUse,
  path: string,
  { tally, touched }: { tally: Tally; touched: Set<string> },
): void {
  if (tally.swept.has(use)) return;
  tally.swept.add(use);
  for (const until of Object.keys(use.holds)) {
    if (!isDue(Number(until), tally.now)) continue;
    delete use.holds[until];
    touched.add(`${path}.holds.${until}`);
  }
}

function openLine(lines: Lines, key: string, touched: Set<string>): Line {
  const [optionId, start, end] = key.split(":");
  assert(optionId !== undefined && end !== undefined, "a line is an option, a start and an end");
  const line: Line = { optionId, start: Number(start), end: Number(end), use: {} };
  lines[key] = line;
  touched.add(`lines.${key}`);
  return line;
}

function add(places: Places, change: Readonly<Places>): void {
  places.seats += change.seats;
  places.units += change.units;
}
