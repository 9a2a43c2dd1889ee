import type { InputOf, RefusalCode, resourcesCapacity } from "@slipway/contracts";
import { type CapacityResource, type Link, linksOf } from "../resource/resource.ts";

export type Demand = InputOf<typeof resourcesCapacity.claimCapacity>["demand"];

/** What a claim takes of one resource: places taken singly, or whole units. */
export interface Use {
  readonly resourceId: string;
  readonly name: string;
  readonly places: number;
  readonly units: number | null;
  readonly first: boolean;
}

/** A resource's numbers, current or coming. */
export type Numbers = Pick<CapacityResource, "quantity" | "capacityPerResource">;

export interface Wish {
  readonly link: Link<CapacityResource>;
  /** Whole units that the demand asks for by name. */
  readonly asked: number | undefined;
  readonly use: Use;
}

export type Wishes =
  | { readonly ok: true; readonly wishes: readonly Wish[] }
  | { readonly ok: false; readonly code: RefusalCode };

/**
 * Makes places and whole units of a demand, on every resource that the option needs (completions
 * section 7), or tells the first domain rule that it breaks.
 */
export function wishesOf(demand: Demand, resources: Iterable<CapacityResource>): Wishes {
  const links = linksOf(demand.optionId, resources);
  const unitsAsked = new Map<string, number>();
  for (const { resourceId, quantity } of demand.resourceItems)
    unitsAsked.set(resourceId, (unitsAsked.get(resourceId) ?? 0) + quantity);
  const linked = new Set(links.map(({ resource }) => resource.id));
  if ([...unitsAsked.keys()].some((id) => !linked.has(id)))
    return { ok: false, code: "RESOURCE_NOT_LINKED" };
  if (demand.pricingPer === "RESOURCE" && links.length === 0)
    return { ok: false, code: "NO_LINKED_RESOURCE" };

  const wishes: Wish[] = [];
  for (const [index, link] of links.entries()) {
    const asked = unitsAsked.get(link.resource.id);
    const amount = amountOf(demand, link, { asked });
    if (!amount) return { ok: false, code: "RESOURCE_TOO_SMALL" };
    const { id: resourceId, name } = link.resource;
    wishes.push({ link, asked, use: { resourceId, name, ...amount, first: index === 0 } });
  }
  return { ok: true, wishes };
}

/** The wishes of a claim: what was taken before, or what its demand comes to today. */
export function wishesFor(
  { demand, asTaken }: { demand: Demand; asTaken?: readonly Use[] },
  resources: ReadonlyMap<string, CapacityResource>,
): Wishes {
  return asTaken
    ? wishesAsTaken(demand.optionId, asTaken, resources)
    : wishesOf(demand, resources.values());
}

/** No requirement is asked, for it may be another one by now: only the resource has to have room. */
function wishesAsTaken(
  optionId: string,
  uses: readonly Use[],
  resources: ReadonlyMap<string, CapacityResource>,
): Wishes {
  const wishes: Wish[] = [];
  for (const use of uses) {
    const resource = resources.get(use.resourceId);
    if (!resource) return { ok: false, code: "CAPACITY_EXHAUSTED" };
    const requirement = { id: "", optionId, quantity: 1, maxQuantity: null, madeAt: new Date(0) };
    wishes.push({ link: { resource, requirement }, asked: use.units ?? undefined, use });
  }
  return { ok: true, wishes };
}

/** Places and whole units on one resource at some numbers; undefined: fewer are asked than needed. */
export function amountOf(
  { pricingPer, participants }: Demand,
  { resource, requirement }: Link<CapacityResource>,
  { asked, numbers = resource }: { asked: number | undefined; numbers?: Numbers },
): Pick<Use, "places" | "units"> | undefined {
  const perUnit = numbers.capacityPerResource;
  if (pricingPer === "RESOURCE") {
    const needed = Math.max(requirement.quantity, Math.ceil(participants / perUnit));
    const units = asked ?? needed;
    return units < needed ? undefined : { places: exact(units * perUnit), units };
  }
  const places = exact(participants * requirement.quantity);
  if (asked === undefined) return { places, units: null };
  return asked * perUnit < places ? undefined : { places: exact(asked * perUnit), units: asked };
}

/** Beyond what a number counts exactly, more is as impossible as much: no pool is that large. */
function exact(places: number): number {
  return Math.min(places, Number.MAX_SAFE_INTEGER);
}
