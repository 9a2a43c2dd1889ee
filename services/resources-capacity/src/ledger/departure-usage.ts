import assert from "node:assert";
import { indexUse } from "./departure-index.ts";

/** Places sold one by one, and whole units. The resource's current numbers say what a unit is worth. */
export interface Places {
  seats: number;
  units: number;
}

/**
 * Places added to a resource for one departure, at the resource's numbers of that time. The usage of
 * the claim that added them stores them, and they count for the whole departure.
 */
export interface Expansion {
  readonly epoch: number;
  readonly pool: number;
  readonly beyondMax: number;
}

/** Use of one resource: confirmed places, and held places by their expiry in seconds. */
export interface ResourceUse extends Places {
  holds: Record<string, Places>;
  expansion?: Expansion;
}

/**
 * A departure's use of resources by the claims that share one window. A departure has one usage for
 * each duration that its option has had. The stored field is still called `lines`.
 */
export interface DepartureUsage {
  readonly optionId: string;
  readonly start: number;
  readonly end: number;
  readonly use: Record<string, ResourceUse>;
}

/** By usage key: option, start and end. */
export type DepartureUsages = Record<string, DepartureUsage>;

/** How places are counted: the worth of a unit, and the epoch of expansions; null counts none. */
export interface Counting {
  readonly perUnit: number;
  readonly epoch: number | null;
}

/** Live places at one instant. The cache makes a batch of commands count each use once. */
export interface Tally {
  readonly now: number;
  readonly live: Map<ResourceUse, Places>;
  /** Uses whose expired buckets were dropped. */
  readonly swept: Set<ResourceUse>;
}

export function tallyAt(now: number): Tally {
  return { now, live: new Map(), swept: new Set() };
}

/** A hold counts until its second begins, and not from that instant on. */
export function isDue(untilSeconds: number, now: number): boolean {
  return untilSeconds * 1000 <= now;
}

/** Places used now: the confirmed ones and the holds that have not expired, swept or not. */
export function liveOf(tally: Tally, use: ResourceUse): Places {
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

/** By usage: places that one alternative of the pending rebookings does not count. */
export type Uncounted = ReadonlyMap<string, number>;

/** A change of one departure usage, on one resource. */
export interface UsageChange extends Readonly<Places> {
  readonly key: string;
  readonly resourceId: string;
  /** Seconds: the hold bucket that changes; null: the confirmed places. */
  readonly until: number | null;
  readonly expansion?: Expansion;
}

/**
 * Applies a change in place and adds the stored paths that it touches to `touched`. It also drops the
 * expired buckets of the same use.
 */
export function applyChange(
  usages: DepartureUsages,
  change: UsageChange,
  { tally, touched }: { tally: Tally; touched: Set<string> },
): void {
  const usage = usages[change.key] ?? openUsage(usages, change.key, touched);
  const path = `lines.${change.key}.use.${change.resourceId}`;
  let use = usage.use[change.resourceId];
  if (!use) {
    use = { seats: 0, units: 0, holds: {} };
    usage.use[change.resourceId] = use;
    indexUse(usages, change.resourceId, { key: change.key, usage, use });
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
  use: ResourceUse,
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

function openUsage(usages: DepartureUsages, key: string, touched: Set<string>): DepartureUsage {
  const [optionId, start, end] = key.split(":");
  assert(
    optionId !== undefined && end !== undefined,
    "a usage key is an option, a start and an end",
  );
  const usage: DepartureUsage = { optionId, start: Number(start), end: Number(end), use: {} };
  usages[key] = usage;
  touched.add(`lines.${key}`);
  return usage;
}

function add(places: Places, change: Readonly<Places>): void {
  places.seats += change.seats;
  places.units += change.units;
}
