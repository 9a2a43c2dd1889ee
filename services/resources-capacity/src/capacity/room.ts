import type { Range } from "./day.ts";
import { type Demand, type Numbers, type Use, type Wish, amountOf } from "./demand.ts";
import {
  type Counting,
  type Expansion,
  type Lines,
  type Places,
  type Tally,
  expansionOf,
  liveOf,
  peakOf,
  worthOf,
} from "./line.ts";

/** A departure in a ledger, whether it has a line there yet or not. */
export interface Spot {
  readonly lines: Lines;
  readonly tally: Tally;
  /** The ledger's day. */
  readonly day: Range;
  readonly key: string;
  readonly window: Range;
}

/** Places beyond a resource's capacity and beyond the option's maxQuantity; 0: none. */
export type Over = Pick<Expansion, "pool" | "beyondMax">;

export interface Limits {
  readonly pool: number;
  readonly max: number;
}

interface OverTerms {
  readonly resourceId: string;
  readonly counting: Counting;
  readonly limits: Limits;
  /** Negative where places are given back. */
  readonly added: Places;
  /** Instead of the departure's own. */
  readonly expansion?: Over;
}

export type Room =
  | { readonly outcome: "fits"; readonly missing?: Expansion; readonly expansion?: Expansion }
  | { readonly outcome: "wait" }
  | { readonly outcome: "exhausted" };

/** Whether one resource has room for a wish, by itself or, where `expand` says so, expanded. */
export function decideRoom(
  spot: Spot,
  wish: Wish,
  { demand, expand }: { demand: Demand; expand: boolean },
): Room {
  const { resource, requirement } = wish.link;
  const counting = countingOf(resource);
  const added = placesOf(wish.use);
  const limits = limitsOf(resource, requirement.maxQuantity);
  const over = overOf(spot, { resourceId: resource.id, counting, limits, added });
  const isOver = over.pool > 0 || over.beyondMax > 0;
  if (isOver && !(expand && canExpand(spot, wish, over))) return { outcome: "exhausted" };
  if (resource.resizing && !fitsResized(spot, wish, { demand, numbers: resource.resizing }))
    return { outcome: "wait" };
  if (!isOver) return { outcome: "fits" };
  const current = expansionOf(spot.lines[spot.key]?.use[resource.id], counting);
  const pool = current.pool + over.pool;
  const beyondMax = current.beyondMax + over.beyondMax;
  const { epoch } = resource;
  return { outcome: "fits", missing: { epoch, ...over }, expansion: { epoch, pool, beyondMax } };
}

/** An expansion helps against what its own departure takes, and against nothing else. */
function canExpand(spot: Spot, wish: Wish, over: Over): boolean {
  const counting = countingOf(wish.link.resource);
  const use = spot.lines[spot.key]?.use[wish.use.resourceId];
  const used = use ? worthOf(liveOf(spot.tally, use), counting.perUnit) : 0;
  const total = used + wish.use.places;
  return Number.isSafeInteger(total) && over.pool <= total - expansionOf(use, counting).pool;
}

/**
 * While a resize is under way a claim must fit the new numbers too, where no expansion counts, and
 * take the same units by them: what it takes stays right whichever way the resize ends.
 */
function fitsResized(
  spot: Spot,
  { link, asked, use }: Wish,
  { demand, numbers }: { demand: Demand; numbers: Numbers },
): boolean {
  const amount = amountOf(demand, link, { asked, numbers });
  if (!amount || amount.units !== use.units) return false;
  const over = overOf(spot, {
    resourceId: use.resourceId,
    counting: { perUnit: numbers.capacityPerResource, epoch: null },
    limits: limitsOf(numbers, link.requirement.maxQuantity),
    added: placesOf(use),
  });
  return over.pool === 0 && over.beyondMax === 0;
}

/** What a departure would exceed, at the worst instant of its window, with places added to it. */
export function overOf(spot: Spot, terms: OverTerms): Over {
  const { resourceId, counting, limits, added } = terms;
  const own = spot.lines[spot.key]?.use[resourceId];
  const live = own ? worthOf(liveOf(spot.tally, own), counting.perUnit) : 0;
  const used = live + worthOf(added, counting.perUnit);
  const expansion = terms.expansion ?? expansionOf(own, counting);
  const others = othersOf(spot, resourceId, counting);
  return {
    pool: Math.max(0, others + Math.max(0, used - expansion.pool) - limits.pool),
    beyondMax: Math.max(0, used - expansion.beyondMax - limits.max),
  };
}

/** The most that other departures draw at an instant of this one's window. */
export function othersOf(spot: Spot, resourceId: string, counting: Counting): number {
  const { lines, tally, key, window, day } = spot;
  const range = { from: Math.max(window.from, day.from), to: Math.min(window.to, day.to) };
  return peakOf(lines, resourceId, { tally, range, counting, except: key });
}

export function countingOf(resource: { capacityPerResource: number; epoch: number }): Counting {
  return { perUnit: resource.capacityPerResource, epoch: resource.epoch };
}

export function limitsOf(numbers: Numbers, maxQuantity: number | null): Limits {
  const { quantity, capacityPerResource } = numbers;
  return {
    pool: quantity * capacityPerResource,
    max: maxQuantity === null ? Infinity : maxQuantity * capacityPerResource,
  };
}

/** What a use takes, as it is counted in a line. */
export function placesOf({ places, units }: Pick<Use, "places" | "units">): Places {
  return units === null ? { seats: places, units: 0 } : { seats: 0, units };
}
