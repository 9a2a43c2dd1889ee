import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import { type CapacityResource, type Link, linksOf } from "../resource/resource.ts";
import type { Range } from "./day.ts";
import type { Ledger } from "./ledger.ts";
import { type Tally, expansionOf, lineKey, liveOf, tallyAt, worthOf } from "./line.ts";
import { type Spot, choicesAt, countingOf, limitsOf, othersOf, unheldHere } from "./room.ts";

type Input = InputOf<typeof resourcesCapacity.listVacancies>;
type Departure = OutputOf<typeof resourcesCapacity.listVacancies>["departures"][number];

export interface Sale {
  readonly optionId: string;
  readonly pricingPer: Input["pricingPer"];
  readonly links: readonly Link<CapacityResource>[];
}

/** A ledger and how its holds count at the instant of reading. */
export interface Day {
  readonly ledger: Ledger;
  readonly tally: Tally;
}

export function dayAt(ledger: Ledger, clock: number): Day {
  return { ledger, tally: tallyAt(Math.max(clock, ledger.at)) };
}

export function saleOf(input: Input, resources: Iterable<CapacityResource>): Sale {
  const { optionId, pricingPer } = input;
  return { optionId, pricingPer, links: linksOf(optionId, resources) };
}

/**
 * What one more booking could have of a departure at this instant, and what fits it when empty,
 * its expansion included (null where the option needs no resource).
 * @param days the ledgers that its window touches; one that does not exist yet is left out.
 */
export function vacanciesOf(
  { links, optionId, pricingPer }: Sale,
  window: Range,
  days: readonly Day[],
): Departure {
  const key = lineKey(optionId, window);
  const spots = days.map(({ ledger: { lines, moves, address }, tally }) => ({
    lines,
    moves,
    tally,
    day: address.range,
    key,
    window,
  }));
  const free = links.map((link) => freeOf(link, spots));
  const party = (placesOf: (each: Free) => number): number | null =>
    smallest(
      links.map((link, index) => {
        const each = free[index];
        return each ? partyOf(link, pricingPer, placesOf(each)) : 0;
      }),
    );
  return {
    capacity: party(({ whenEmpty }) => whenEmpty),
    vacancies: party(({ forOption }) => forOption),
    resources: links.map(({ resource }, index) => ({
      resourceId: resource.id,
      vacancies: free[index]?.ofPool ?? 0,
    })),
  };
}

/** Free places of a resource for one departure, and as many of them as its option may use. */
interface Free {
  readonly ofPool: number;
  readonly forOption: number;
  /** As many as the option may use while nobody else does. */
  readonly whenEmpty: number;
}

function freeOf({ resource, requirement }: Link<CapacityResource>, spots: readonly Spot[]): Free {
  const counting = countingOf(resource);
  const { pool, max } = limitsOf(resource, requirement.maxQuantity);
  let ofPool = spots.length === 0 ? pool : Infinity;
  let forOption = Math.min(pool, max);
  let whenEmpty = spots.length === 0 ? forOption : Number.MAX_SAFE_INTEGER;
  // A departure across a day's boundary has what both days have.
  for (const [index, spot] of spots.entries()) {
    const own = spot.lines[spot.key]?.use[resource.id];
    const used = own ? worthOf(liveOf(spot.tally, own), counting.perUnit) : 0;
    const expansion = expansionOf(own, counting);
    whenEmpty = Math.min(whenEmpty, pool + expansion.pool, max + expansion.beyondMax);
    for (const unheld of choicesAt(spot, resource.id, counting)) {
      const others = othersOf(spot, resource.id, { counting, unheld });
      const held = used - (unheld.get(spot.key) ?? 0);
      ofPool = Math.max(0, Math.min(ofPool, pool - others - held + expansion.pool));
    }
    const heldHere = used - unheldHere(spot, resource.id, counting);
    const underMax = Math.max(0, max - heldHere + expansion.beyondMax);
    forOption = Math.min(ofPool, underMax, index === 0 ? Infinity : forOption);
  }
  return { ofPool, forOption, whenEmpty };
}

/** The largest party for which these places are enough. */
function partyOf(
  { resource, requirement }: Link<CapacityResource>,
  pricingPer: Sale["pricingPer"],
  places: number,
): number {
  if (pricingPer !== "RESOURCE") return Math.floor(places / requirement.quantity);
  const units = Math.floor(places / resource.capacityPerResource);
  return units < requirement.quantity ? 0 : units * resource.capacityPerResource;
}

function smallest(parties: readonly number[]): number | null {
  return parties.length === 0 ? null : Math.min(...parties);
}
