import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import { type CapacityResource, type Link, linksOf } from "../resource/resource.ts";
import type { Range } from "./day.ts";
import type { Ledger } from "./ledger.ts";
import { type Tally, expansionOf, lineKey, liveOf, tallyAt, worthOf } from "./line.ts";
import { type Spot, choicesAt, countingOf, limitsOf, othersOf, unheldHere } from "./room.ts";

type Input = InputOf<typeof resourcesCapacity.listVacancies>;

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

/** What is left of a departure. */
export interface Left {
  /** Participants that fit it empty, with what was expanded; null where no resource is needed. */
  readonly capacity: number | null;
  /** The largest party that one more booking could have now. */
  readonly vacancies: number | null;
  /** Free places of each linked resource, in the order of the links. */
  readonly places: readonly number[];
}

/**
 * What one more booking could have of a departure at this instant, and what fits it when empty,
 * its expansion included.
 * @param days the ledgers that its window touches; one that does not exist yet is left out.
 */
export function vacanciesOf(sale: Sale, window: Range, days: readonly Day[]): Left {
  const { links, optionId, pricingPer } = sale;
  const key = days.length === 0 ? "" : lineKey(optionId, window);
  const spots = days.map(({ ledger: { lines, moves, address }, tally }) => ({
    lines,
    moves,
    tally,
    day: address.range,
    key,
    window,
  }));
  let [capacity, vacancies] = [Infinity, Infinity];
  const places: number[] = [];
  for (const link of links) {
    const free = freeOf(link, spots);
    capacity = Math.min(capacity, partyOf(link, pricingPer, free.whenEmpty));
    vacancies = Math.min(vacancies, partyOf(link, pricingPer, free.forOption));
    places.push(free.ofPool);
  }
  if (links.length === 0) return { capacity: null, vacancies: null, places };
  return { capacity, vacancies, places };
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
