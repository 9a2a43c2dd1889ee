import type { CapacityResource } from "../resource/resource.ts";
import type { Range } from "./day.ts";
import { type Demand, type Numbers, type Use, type Wish, amountOf } from "./demand.ts";
import {
  type Counting,
  type Expansion,
  type Lines,
  type Places,
  type Tally,
  type Unheld,
  expansionOf,
  liveOf,
  peakOf,
  worthOf,
} from "./line.ts";
import { type ChoiceTerms, type Moves, choicesOf, unheldOnLine } from "./moves.ts";

/** A departure in a ledger, whether it has a line there yet or not. */
export interface Spot {
  readonly lines: Lines;
  readonly tally: Tally;
  /** The ledger's day. */
  readonly day: Range;
  readonly key: string;
  readonly window: Range;
  /** As they are once what is decided on is done. */
  readonly moves: Moves;
  /** The booking that is decided on. */
  readonly mover?: string;
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
  const terms = { resourceId: resource.id, counting, limits, added };
  const over = overOf(spot, terms);
  const isOver = over.pool > 0 || over.beyondMax > 0;
  if (isOver && !expand) return { outcome: "exhausted" };
  const expansion = expandedBy(spot, resource, over);
  if (isOver && !helps(spot, { ...terms, expansion })) return { outcome: "exhausted" };
  // mark: fits-both-numbers
  if (resource.resizing && !fitsResized(spot, wish, { demand, numbers: resource.resizing }))
    return { outcome: "wait" };
  if (!isOver) return { outcome: "fits" };
  return { outcome: "fits", missing: { epoch: resource.epoch, ...over }, expansion };
}

/** The departure's expansion with what is missing. */
function expandedBy(spot: Spot, resource: CapacityResource, over: Over): Expansion {
  const use = spot.lines[spot.key]?.use[resource.id];
  const { epoch, pool, beyondMax } = expansionOf(use, countingOf(resource));
  return { epoch, pool: pool + over.pool, beyondMax: beyondMax + over.beyondMax };
}

/** An expansion helps against what its own departure takes, and against nothing else. */
function helps(spot: Spot, terms: OverTerms): boolean {
  const use = spot.lines[spot.key]?.use[terms.resourceId];
  const used = use ? worthOf(liveOf(spot.tally, use), terms.counting.perUnit) : 0;
  if (!Number.isSafeInteger(used + worthOf(terms.added, terms.counting.perUnit))) return false;
  const over = overOf(spot, terms);
  return over.pool === 0 && over.beyondMax === 0;
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

/**
 * What a departure would exceed, at the worst instant of its window and in the worst choice of
 * `moves`, with places added to it.
 */
export function overOf(spot: Spot, terms: OverTerms): Over {
  const { resourceId, counting, limits, added } = terms;
  const own = spot.lines[spot.key]?.use[resourceId];
  const live = own ? worthOf(liveOf(spot.tally, own), counting.perUnit) : 0;
  const used = live + worthOf(added, counting.perUnit);
  const expansion = terms.expansion ?? expansionOf(own, counting);
  // mark: first-choice
  let pool = 0;
  for (const unheld of choicesAt(spot, resourceId, counting)) {
    const drawn = Math.max(0, used - (unheld.get(spot.key) ?? 0) - expansion.pool);
    const others = othersOf(spot, resourceId, { counting, unheld });
    // mark: worst-choice
    pool = Math.max(pool, others + drawn - limits.pool);
  }
  const heldHere = used - unheldHere(spot, resourceId, counting);
  return { pool, beyondMax: Math.max(0, heldHere - expansion.beyondMax - limits.max) };
}

/** The choices of `moves` that matter to a departure. */
export function choicesAt(spot: Spot, resourceId: string, counting: Counting): readonly Unheld[] {
  return choicesOf(spot.moves, spot.lines, choiceTerms(spot, resourceId, counting));
}

/** Places that are counted in a departure's own line and not held in the worst choice for it. */
export function unheldHere(spot: Spot, resourceId: string, counting: Counting): number {
  return unheldOnLine(spot.moves, spot.lines, spot.key, choiceTerms(spot, resourceId, counting));
}

function choiceTerms(spot: Spot, resourceId: string, { perUnit }: Counting): ChoiceTerms {
  const { tally, mover } = spot;
  return { resourceId, perUnit, now: tally.now, range: rangeOf(spot), mover };
}

/** The most that other departures draw at an instant of this one's window, in one choice. */
export function othersOf(
  spot: Spot,
  resourceId: string,
  { counting, unheld }: { counting: Counting; unheld: Unheld },
): number {
  const { lines, tally, key } = spot;
  return peakOf(lines, resourceId, { tally, range: rangeOf(spot), counting, except: key, unheld });
}

function rangeOf({ window, day }: Spot): Range {
  return { from: Math.max(window.from, day.from), to: Math.min(window.to, day.to) };
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
