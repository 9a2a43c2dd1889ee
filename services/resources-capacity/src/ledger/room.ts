import type { Range } from "./day.ts";
import { type Demand, type Numbers, type Use, type Wish, amountOf } from "./demand.ts";
import { type Added, expansionOf } from "./expansion.ts";
import {
  type Counting,
  type Expansion,
  type Lines,
  type Places,
  type Tally,
  type Unheld,
  worthOf,
} from "./line.ts";
import { departureNamed } from "./line-index.ts";
import { type ChoiceTerms, type Moves, choicesOf, unheldOnDeparture } from "./moves.ts";
import { heldOf, peakOf } from "./peak.ts";

/** A departure in a ledger, whether it has a line there yet or not. */
export interface Spot {
  readonly lines: Lines;
  readonly tally: Tally;
  /** The ledger's day. */
  readonly day: Range;
  readonly departure: string;
  /** The time that is looked at. */
  readonly window: Range;
  /** As they are once what is decided on is done. */
  readonly moves: Moves;
  /** The booking that is decided on. */
  readonly mover?: string;
}

/** Places beyond a resource's capacity and beyond the option's maxQuantity; 0: none. */
export type Over = Added;

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
  /** When those places end; unless it is said, with the window. */
  readonly end?: number;
  /** Instead of the departure's own. */
  readonly expansion?: Over;
}

export type Room =
  | { readonly outcome: "fits"; readonly missing?: Expansion }
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
  if (isOver && !helps(spot, terms, over)) return { outcome: "exhausted" };
  // mark: fits-both-numbers
  if (resource.resizing && !fitsResized(spot, wish, { demand, numbers: resource.resizing }))
    return { outcome: "wait" };
  if (!isOver) return { outcome: "fits" };
  return { outcome: "fits", missing: { epoch: resource.epoch, ...over } };
}

/** An expansion helps against what its own departure takes, and against nothing else. */
function helps(spot: Spot, terms: OverTerms, missing: Over): boolean {
  const { resourceId, counting, added } = terms;
  const own = departureNamed(spot.lines, resourceId, spot.departure);
  const used = heldOf(own, { tally: spot.tally, counting });
  if (!Number.isSafeInteger(used + worthOf(added, counting.perUnit))) return false;
  const { pool, beyondMax } = expansionOf(own, counting);
  const expansion = { pool: pool + missing.pool, beyondMax: beyondMax + missing.beyondMax };
  const over = overOf(spot, { ...terms, expansion });
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
 * What a departure would exceed, at the worst instant of the window and in the worst choice of
 * `moves`, with places added to it.
 */
export function overOf(spot: Spot, terms: OverTerms): Over {
  const { resourceId, counting, limits, added, end = spot.window.to } = terms;
  const { lines, tally, departure, window } = spot;
  const own = departureNamed(lines, resourceId, departure);
  const places = worthOf(added, counting.perUnit);
  // mark: own-expansion
  const expansion = terms.expansion ?? expansionOf(own, counting);
  const { pool: beyond } = expansion;
  const changed = { departure, start: window.from, added: { end, places }, expansion: beyond };
  // mark: first-choice
  let pool = 0;
  for (const unheld of choicesAt(spot, resourceId, counting)) {
    const range = rangeOf(spot);
    const peak = peakOf(lines, resourceId, { tally, range, counting, unheld, changed });
    // mark: worst-choice
    pool = Math.max(pool, peak - limits.pool);
  }
  // mark: held-of-departure
  const held = heldOf(own, { tally, counting }) + places - unheldHere(spot, resourceId, counting);
  return { pool, beyondMax: Math.max(0, held - expansion.beyondMax - maxAt(spot, limits)) };
}

/**
 * What the option may use of a pool is of the departure, whatever the windows of its claims are: so it
 * is decided on the day that it begins on, which alone has all of them.
 */
export function maxAt({ window, day }: Spot, { max }: Limits): number {
  return window.from >= day.from ? max : Infinity;
}

/** The most places that are drawn at an instant of the window while a departure has no expansion. */
export function peakBeside(
  spot: Spot,
  resourceId: string,
  { counting, unheld }: { counting: Counting; unheld: Unheld },
): number {
  const { lines, tally, departure, window } = spot;
  const changed = { departure, start: window.from, expansion: 0 };
  return peakOf(lines, resourceId, { tally, range: rangeOf(spot), counting, unheld, changed });
}

/** The choices of `moves` that matter to a departure. */
export function choicesAt(spot: Spot, resourceId: string, counting: Counting): readonly Unheld[] {
  return choicesOf(spot.moves, spot.lines, choiceTerms(spot, resourceId, counting));
}

/** Places that are counted for a departure and not held in the worst choice for it. */
export function unheldHere(spot: Spot, resourceId: string, counting: Counting): number {
  const { moves, lines, departure } = spot;
  return unheldOnDeparture(moves, lines, departure, choiceTerms(spot, resourceId, counting));
}

function choiceTerms(spot: Spot, resourceId: string, { perUnit }: Counting): ChoiceTerms {
  const { tally, mover } = spot;
  return { resourceId, perUnit, now: tally.now, range: rangeOf(spot), mover };
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
