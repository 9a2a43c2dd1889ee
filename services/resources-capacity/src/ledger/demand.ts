import type { InputOf, RefusalCode, resourcesCapacity } from "@slipway/contracts";
import { type Margins, hasMargins } from "./day.ts";
import { type CapacityResource, type Link, linksOf } from "./resource.ts";

export type Demand = InputOf<typeof resourcesCapacity.claimCapacity>["demand"];

/** The use of one resource by a claim: places sold one by one, or whole units. */
export interface Use extends Margins {
  readonly resourceId: string;
  readonly name: string;
  readonly places: number;
  readonly units: number | null;
  readonly first: boolean;
}

/** A resource's numbers: the current ones, or those of a resize in progress. */
export type Numbers = Pick<CapacityResource, "quantity" | "capacityPerResource">;

/** The use of one resource that a command asks for. */
export interface RequestedUse {
  readonly link: Link<CapacityResource>;
  /** Whole units that the demand names; undefined: as many as the participants need. */
  readonly unitsAsked: number | undefined;
  readonly use: Use;
}

type RequestedUses =
  | { readonly ok: true; readonly requested: readonly RequestedUse[] }
  | { readonly ok: false; readonly code: RefusalCode };

/**
 * Computes the places and whole units of a demand on every resource that the option requires,
 * or returns the first domain rule that the demand breaks.
 */
export function requestedUsesOf(
  demand: Demand,
  resources: Iterable<CapacityResource>,
): RequestedUses {
  const links = linksOf(demand.optionId, resources);
  const unitsById = new Map<string, number>();
  for (const { resourceId, quantity } of demand.resourceItems)
    unitsById.set(resourceId, (unitsById.get(resourceId) ?? 0) + quantity);
  const linked = new Set(links.map(({ resource }) => resource.id));
  if ([...unitsById.keys()].some((id) => !linked.has(id)))
    return { ok: false, code: "RESOURCE_NOT_LINKED" };
  if (demand.pricingPer === "RESOURCE" && links.length === 0)
    return { ok: false, code: "NO_LINKED_RESOURCE" };

  const requested: RequestedUse[] = [];
  for (const [index, link] of links.entries()) {
    const unitsAsked = unitsById.get(link.resource.id);
    const amount = amountOf(demand, link, { unitsAsked });
    if (!amount) return { ok: false, code: "RESOURCE_TOO_SMALL" };
    const { id: resourceId, name } = link.resource;
    const { prepareMinutes, turnaroundMinutes } = link.requirement;
    // Nothing where both are 0: then claims are stored as they always were.
    // mark: margins-of-claim
    const margins = hasMargins(link.requirement) ? { prepareMinutes, turnaroundMinutes } : {};
    const use = { resourceId, name, ...amount, first: index === 0, ...margins };
    requested.push({ link, unitsAsked, use });
  }
  return { ok: true, requested };
}

/** The uses that a command asks for: those that a booking had before, or those of today's requirements. */
export function requestedUsesFor(
  { demand, asTaken }: { demand: Demand; asTaken?: readonly Use[] },
  resources: ReadonlyMap<string, CapacityResource>,
): RequestedUses {
  return asTaken
    ? usesAsTaken(demand.optionId, asTaken, resources)
    : requestedUsesOf(demand, resources.values());
}

/** Requirements may have changed since the uses were taken, so only the resources' places count. */
function usesAsTaken(
  optionId: string,
  uses: readonly Use[],
  resources: ReadonlyMap<string, CapacityResource>,
): RequestedUses {
  const requested: RequestedUse[] = [];
  for (const use of uses) {
    const resource = resources.get(use.resourceId);
    if (!resource) return { ok: false, code: "CAPACITY_EXHAUSTED" };
    const requirement = { id: "", optionId, quantity: 1, maxQuantity: null, madeAt: new Date(0) };
    requested.push({ link: { resource, requirement }, unitsAsked: use.units ?? undefined, use });
  }
  return { ok: true, requested };
}

/** Places and whole units on one resource; undefined: the units asked are too few for the participants. */
export function amountOf(
  { pricingPer, participants }: Demand,
  { resource, requirement }: Link<CapacityResource>,
  { unitsAsked, numbers = resource }: { unitsAsked: number | undefined; numbers?: Numbers },
): Pick<Use, "places" | "units"> | undefined {
  const perUnit = numbers.capacityPerResource;
  if (pricingPer === "RESOURCE") {
    const needed = Math.max(requirement.quantity, Math.ceil(participants / perUnit));
    const units = unitsAsked ?? needed;
    return units < needed ? undefined : { places: exact(units * perUnit), units };
  }
  const places = exact(participants * requirement.quantity);
  if (unitsAsked === undefined) return { places, units: null };
  return unitsAsked * perUnit < places
    ? undefined
    : { places: exact(unitsAsked * perUnit), units: unitsAsked };
}

/** Caps an absurd number of places at what a number counts exactly: no resource has as many. */
function exact(places: number): number {
  return Math.min(places, Number.MAX_SAFE_INTEGER);
}
