import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import { type CapacityResource, type Link, linksOf } from "../resource/resource.ts";
import type { Range } from "../ledger/day.ts";
import { expansionOf } from "../ledger/expansion.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { type Counting, type Tally, tallyAt } from "../ledger/line.ts";
import { departureKey, departureNamed } from "../ledger/line-index.ts";
import { heldOf } from "../ledger/peak.ts";
import {
  type Limits,
  type Spot,
  choicesAt,
  countingOf,
  limitsOf,
  maxAt,
  peakBeside,
  unheldHere,
} from "../ledger/room.ts";

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
 * @param days the ledgers that its window touches; undefined where one does not exist yet.
 */
export function vacanciesOf(sale: Sale, window: Range, days: readonly (Day | undefined)[]): Left {
  const { links, optionId, pricingPer } = sale;
  const departure = departureKey(optionId, window.from);
  const spots = days.map(
    (day) =>
      day && {
        lines: day.ledger.lines,
        moves: day.ledger.moves,
        tally: day.tally,
        day: day.ledger.address.range,
        departure,
        window,
      },
  );
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

/** A departure across a day's boundary has what both days have. */
function freeOf(
  { resource, requirement }: Link<CapacityResource>,
  spots: readonly (Spot | undefined)[],
): Free {
  const counting = countingOf(resource);
  const { pool, max } = limitsOf(resource, requirement.maxQuantity);
  let free: Free = { ofPool: Infinity, forOption: Infinity, whenEmpty: Infinity };
  for (const [index, spot] of spots.entries()) {
    const most = index === 0 ? Math.min(pool, max) : pool;
    const here = spot
      ? freeAt(spot, resource.id, { counting, pool, max })
      : { ofPool: pool, forOption: most, whenEmpty: most };
    free = {
      ofPool: Math.min(free.ofPool, here.ofPool),
      forOption: Math.min(free.forOption, here.forOption),
      whenEmpty: Math.min(free.whenEmpty, here.whenEmpty),
    };
  }
  return free;
}

function freeAt(
  spot: Spot,
  resourceId: string,
  { counting, ...limits }: Limits & { counting: Counting },
): Free {
  const { pool } = limits;
  const max = maxAt(spot, limits);
  const own = departureNamed(spot.lines, resourceId, spot.departure);
  const expansion = expansionOf(own, counting);
  let peak = 0;
  for (const unheld of choicesAt(spot, resourceId, counting))
    peak = Math.max(peak, peakBeside(spot, resourceId, { counting, unheld }));
  const ofPool = Math.max(0, pool + expansion.pool - peak);
  const held =
    heldOf(own, { tally: spot.tally, counting }) - unheldHere(spot, resourceId, counting);
  const underMax = Math.max(0, max + expansion.beyondMax - held);
  const whenEmpty = Math.min(
    Number.MAX_SAFE_INTEGER,
    pool + expansion.pool,
    max + expansion.beyondMax,
  );
  return { ofPool, forOption: Math.min(ofPool, underMax), whenEmpty };
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
