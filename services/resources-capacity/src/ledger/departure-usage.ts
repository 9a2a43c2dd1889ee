import type { Range } from "./day.ts";

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
 * each duration that its option has had, and for the margins of each resource.
 */
export interface DepartureUsage {
  readonly optionId: string;
  /** From here to the end it occupies its resources. */
  readonly start: number;
  readonly end: number;
  /** The run, where the resources are occupied before or after it. */
  readonly run?: Range;
  readonly use: Record<string, ResourceUse>;
}

/** By usage key: option, start and end of the run, and margins unless they are 0. */
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
