/** Whether a claim fits a departure: the excess over a resource's places and over maxQuantity. */
import type { Range } from "./day.ts";
import { type Demand, type Numbers, type RequestedUse, type Use, amountOf } from "./demand.ts";
import { departureNamed, usageNamed } from "./departure-index.ts";
import {
  type Counting,
  type DepartureUsages,
  type Expansion,
  type Places,
  type Tally,
  type Uncounted,
  tallyAt,
  worthOf,
} from "./departure-usage.ts";
import { type Added, expansionOf } from "./expansion.ts";
import { heldOf, peakOf } from "./peak.ts";
import {
  type AlternativesQuery,
  type PendingRebookings,
  alternativesOf,
  uncountedOnDeparture,
} from "./pending-rebookings.ts";

/** A departure in a ledger, whether it has a usage there yet or not. */
export interface DepartureContext {
  readonly usages: DepartureUsages;
  readonly tally: Tally;
  readonly day: Range;
  readonly departure: string;
  /** When it begins to run. */
  readonly start: number;
  /** The time for which it occupies the resource that is decided on. */
  readonly window: Range;
  /** The rebookings as they would be after the command. */
  readonly rebookings: PendingRebookings;
  /** The booking that the command concerns. */
  readonly bookingId?: string;
}

/** A departure and the key of the usage that takes places, or gives them back. */
export interface UseContext extends DepartureContext {
  readonly key: string;
}

/** Places beyond a resource's capacity and beyond the option's maxQuantity; 0: none. */
type Excess = Added;

export interface Limits {
  readonly pool: number;
  readonly max: number;
}

interface ExcessQuery {
  readonly resourceId: string;
  readonly counting: Counting;
  readonly limits: Limits;
  /** Negative for places that are given back. */
  readonly added: Places;
  /** Used instead of the departure's own expansion. */
  readonly expansion?: Excess;
}

type Fit =
  | { readonly outcome: "fits"; readonly missing?: Expansion }
  | { readonly outcome: "wait" }
  | { readonly outcome: "exhausted" };

/** Whether a requested use fits its resource, as it is or, with `expand`, after an expansion. */
export function checkFit(
  context: UseContext,
  request: RequestedUse,
  { demand, expand }: { demand: Demand; expand: boolean },
): Fit {
  const { resource, requirement } = request.link;
  const counting = countingOf(resource);
  const added = placesOf(request.use);
  const limits = limitsOf(resource, requirement.maxQuantity);
  const query = { resourceId: resource.id, counting, limits, added };
  const excess = excessOf(context, query);
  const isTooMuch = excess.pool > 0 || excess.beyondMax > 0;
  if (isTooMuch && !expand) return { outcome: "exhausted" };
  if (isTooMuch && !expansionHelps(context, query, excess)) return { outcome: "exhausted" };
  // mark: fits-both-numbers
  if (resource.resizing && !fitsResized(context, request, { demand, numbers: resource.resizing }))
    return { outcome: "wait" };
  if (!isTooMuch) return { outcome: "fits" };
  return { outcome: "fits", missing: { epoch: resource.epoch, ...excess } };
}

/** An expansion covers only what its own departure uses, never what other departures use. */
function expansionHelps(context: UseContext, query: ExcessQuery, missing: Excess): boolean {
  const { resourceId, counting, added } = query;
  const own = departureNamed(context.usages, resourceId, context.departure);
  const used = heldOf(own, { tally: context.tally, counting });
  if (!Number.isSafeInteger(used + worthOf(added, counting.perUnit))) return false;
  const { pool, beyondMax } = expansionOf(own, counting);
  const expansion = { pool: pool + missing.pool, beyondMax: beyondMax + missing.beyondMax };
  const excess = excessOf(context, { ...query, expansion });
  return excess.pool === 0 && excess.beyondMax === 0;
}

/**
 * During a resize a claim must also fit the new numbers, without expansions and with the same units.
 * So the claim stays valid whether the resize succeeds or is undone.
 */
function fitsResized(
  context: UseContext,
  { link, unitsAsked, use }: RequestedUse,
  { demand, numbers }: { demand: Demand; numbers: Numbers },
): boolean {
  const amount = amountOf(demand, link, { unitsAsked, numbers });
  if (!amount || amount.units !== use.units) return false;
  const excess = excessOf(context, {
    resourceId: use.resourceId,
    counting: { perUnit: numbers.capacityPerResource, epoch: null },
    limits: limitsOf(numbers, link.requirement.maxQuantity),
    added: placesOf(use),
  });
  return excess.pool === 0 && excess.beyondMax === 0;
}

/**
 * The excess if places were added to a departure, at the worst instant of the window and in the worst
 * alternative of the pending rebookings.
 */
export function excessOf(context: UseContext, query: ExcessQuery): Excess {
  const { resourceId, counting, limits, added } = query;
  const { usages, rebookings, tally, departure, key } = context;
  const { start, end } = usages[key] ?? usageNamed(key);
  const own = departureNamed(usages, resourceId, departure);
  const places = worthOf(added, counting.perUnit);
  // mark: own-expansion
  const expansion = query.expansion ?? expansionOf(own, counting);
  const { pool: beyond } = expansion;
  const changed = { departure, added: { key, start, end, places }, expansion: beyond };
  const asked = alternativesQuery(context, resourceId, counting);
  const { range } = asked;
  // mark: first-alternative
  let pool = 0;
  for (const uncounted of alternativesOf(rebookings, usages, asked)) {
    const peak = peakOf(usages, resourceId, { tally, range, counting, uncounted, changed });
    // mark: worst-alternative
    pool = Math.max(pool, peak - limits.pool);
  }
  // mark: held-of-departure
  const held =
    heldOf(own, { tally, counting }) +
    places -
    uncountedOnDeparture(rebookings, usages, departure, asked);
  return { pool, beyondMax: Math.max(0, held - expansion.beyondMax - maxAt(context, limits)) };
}

/**
 * maxQuantity limits a whole departure, whatever the windows of its claims. Only the ledger of the day
 * on which the departure begins to run has all its claims, so only that ledger checks it.
 */
export function maxAt({ start, day }: DepartureContext, { max }: Limits): number {
  return start >= day.from && start < day.to ? max : Infinity;
}

/** The places taken on a ledger, and the instant of its last write. */
interface LedgerState extends Pick<DepartureContext, "usages" | "rebookings"> {
  readonly address: { readonly range: Range };
  readonly at: number;
}

/**
 * Whether all places taken of a resource from now on fit these numbers without expansions, in the
 * worst alternative of the pending rebookings.
 */
export function fitsNumbers(
  { address, usages, rebookings, at }: LedgerState,
  resource: { id: string; quantity: number; capacityPerResource: number },
  clock: number,
): boolean {
  const now = Math.max(clock, at);
  const { id: resourceId, quantity, capacityPerResource: perUnit } = resource;
  const counting = { perUnit, epoch: null };
  const range = { from: Math.max(now, address.range.from), to: address.range.to };
  const tally = tallyAt(now);
  return alternativesOf(rebookings, usages, { resourceId, perUnit, now, range }).every(
    (uncounted) =>
      peakOf(usages, resourceId, { tally, range, counting, uncounted }) <= quantity * perUnit,
  );
}

/** The most places that are used at an instant of the window if the departure had no expansion. */
export function peakWithoutExpansion(
  context: DepartureContext,
  resourceId: string,
  { counting, uncounted }: { counting: Counting; uncounted: Uncounted },
): number {
  const { usages, tally, departure } = context;
  const changed = { departure, expansion: 0 };
  const range = rangeOf(context);
  return peakOf(usages, resourceId, { tally, range, counting, uncounted, changed });
}

/** Asks for the alternatives of the pending rebookings that matter to a departure. */
export function alternativesQuery(
  context: DepartureContext,
  resourceId: string,
  { perUnit }: Counting,
): AlternativesQuery {
  const { tally, bookingId } = context;
  return { resourceId, perUnit, now: tally.now, range: rangeOf(context), bookingId };
}

function rangeOf({ window, day }: DepartureContext): Range {
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

/** A use as a departure usage counts it: places sold one by one, or whole units. */
export function placesOf({ places, units }: Pick<Use, "places" | "units">): Places {
  return units === null ? { seats: places, units: 0 } : { seats: 0, units };
}
