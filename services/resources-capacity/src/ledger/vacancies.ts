import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import { type CapacityResource, type Link, linksOf } from "./resource.ts";
import { type Margins, type Range, occupiedFrom, widestOf } from "./day.ts";
import { type Demand, amountOf } from "./demand.ts";
import { expansionOf } from "./expansion.ts";
import type { Ledger } from "./ledger.ts";
import { type Counting, type Tally, tallyAt } from "./departure-usage.ts";
import { departureKey, departureNamed } from "./departure-index.ts";
import { heldOf } from "./peak.ts";
import {
  type Limits,
  type DepartureContext,
  alternativesQuery,
  countingOf,
  limitsOf,
  maxAt,
  peakWithoutExpansion,
} from "./fit-check.ts";
import { alternativesOf, uncountedOnDeparture } from "./pending-rebookings.ts";

type ListVacanciesInput = InputOf<typeof resourcesCapacity.listVacancies>;

/** An option, how it is priced, and the resources that it requires. */
export interface OptionLinks {
  readonly optionId: string;
  readonly pricingPer: ListVacanciesInput["pricingPer"];
  readonly links: readonly Link<CapacityResource>[];
}

/** A ledger, and its live places at the instant of reading. */
export interface Day {
  readonly ledger: Ledger;
  readonly tally: Tally;
}

export function dayAt(ledger: Ledger, clock: number): Day {
  return { ledger, tally: tallyAt(Math.max(clock, ledger.at)) };
}

type OptionDemand = Pick<ListVacanciesInput, "optionId" | "pricingPer">;

export function optionLinksOf(
  input: OptionDemand,
  resources: Iterable<CapacityResource>,
): OptionLinks {
  const { optionId, pricingPer } = input;
  return { optionId, pricingPer, links: linksOf(optionId, resources) };
}

/** The places of a departure that can still be booked. */
export interface Remaining {
  /** Participants that fit the empty departure, expansions included; null if no resource is required. */
  readonly capacity: number | null;
  /** The most travellers that one more booking could have now. */
  readonly vacancies: number | null;
  /** Free places of each linked resource, in the order of the links. */
  readonly places: readonly number[];
}

/**
 * Vacancies and capacity of a departure at this instant.
 * @param days the ledgers that it touches, that of its start first; undefined for one that does not exist yet.
 */
export function vacanciesOf(
  option: OptionLinks,
  window: Range,
  days: readonly (Day | undefined)[],
): Remaining {
  const { links, optionId, pricingPer } = option;
  const departure = departureKey(optionId, window.from);
  const contexts = days.map(
    (day) =>
      day && {
        usages: day.ledger.usages,
        rebookings: day.ledger.rebookings,
        tally: day.tally,
        day: day.ledger.address.range,
        departure,
        start: window.from,
        window,
      },
  );
  let [capacity, vacancies] = [Infinity, Infinity];
  const places: number[] = [];
  for (const link of links) {
    // mark: margins-of-vacancies
    const free = freeOf(link, contexts, occupiedFrom(window, link.requirement));
    capacity = Math.min(capacity, travellersMax(link, pricingPer, free.whenEmpty));
    vacancies = Math.min(vacancies, travellersMax(link, pricingPer, free.forOption));
    places.push(free.ofPool);
  }
  if (links.length === 0) return { capacity: null, vacancies: null, places };
  // A closed day counts nothing and takes no claim.
  if (days.some((day) => day?.ledger.isClosed)) vacancies = 0;
  return { capacity, vacancies, places };
}

/** The margins of an option's links. */
export function marginsIn({ links }: OptionLinks): Margins[] {
  return links.map(({ requirement }) => requirement);
}

/**
 * The most travellers that a departure takes, as a ledger sees it in the middle of a batch. The ledger of
 * another day may have less: undefined where the departure touches one, unless it is sold out here.
 */
export function vacanciesLeft(
  { ledger, tally }: Day,
  { demand, window }: { demand: OptionDemand; window: Range },
  resources: Iterable<CapacityResource>,
): number | undefined {
  const option = optionLinksOf(demand, resources);
  const { vacancies } = vacanciesOf(option, window, [{ ledger, tally }]);
  const { from, to } = ledger.address.range;
  const occupied = occupiedFrom(window, widestOf(marginsIn(option)));
  const isWhole = from <= occupied.from && occupied.to <= to;
  return vacancies === 0 || (isWhole && vacancies !== null) ? vacancies : undefined;
}

/** Free places of a resource for one departure. */
interface Free {
  readonly ofPool: number;
  /** The places that the option may use. */
  readonly forOption: number;
  /** The places that the option could use if nothing were booked. */
  readonly whenEmpty: number;
}

/** Whole units of the oldest requirement that a booking would take where they are priced; null without one. */
export function unitsTakenBy(
  { optionId, links }: OptionLinks,
  participants: number,
): number | null {
  const [oldest] = links;
  const demand: Demand = { optionId, pricingPer: "RESOURCE", participants, resourceItems: [] };
  return oldest ? (amountOf(demand, oldest, { unitsAsked: undefined })?.units ?? null) : null;
}

/** A departure that crosses a day boundary has the smallest of its days' numbers. */
function freeOf(
  { resource, requirement }: Link<CapacityResource>,
  contexts: readonly (DepartureContext | undefined)[],
  window: Range,
): Free {
  const counting = countingOf(resource);
  const { pool, max } = limitsOf(resource, requirement.maxQuantity);
  let free: Free = { ofPool: Infinity, forOption: Infinity, whenEmpty: Infinity };
  for (const [index, context] of contexts.entries()) {
    const most = index === 0 ? Math.min(pool, max) : pool;
    const here = context
      ? freeAt({ ...context, window }, resource.id, { counting, pool, max })
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
  context: DepartureContext,
  resourceId: string,
  { counting, ...limits }: Limits & { counting: Counting },
): Free {
  const { pool } = limits;
  const max = maxAt(context, limits);
  const own = departureNamed(context.usages, resourceId, context.departure);
  const expansion = expansionOf(own, counting);
  let peak = 0;
  const { usages, rebookings, departure, tally } = context;
  const asked = alternativesQuery(context, resourceId, counting);
  for (const uncounted of alternativesOf(rebookings, usages, asked))
    peak = Math.max(peak, peakWithoutExpansion(context, resourceId, { counting, uncounted }));
  const ofPool = Math.max(0, pool + expansion.pool - peak);
  const held =
    heldOf(own, { tally, counting }) - uncountedOnDeparture(rebookings, usages, departure, asked);
  const underMax = Math.max(0, max + expansion.beyondMax - held);
  const whenEmpty = Math.min(
    Number.MAX_SAFE_INTEGER,
    pool + expansion.pool,
    max + expansion.beyondMax,
  );
  return { ofPool, forOption: Math.min(ofPool, underMax), whenEmpty };
}

/** The most travellers that fit these places. */
function travellersMax(
  { resource, requirement }: Link<CapacityResource>,
  pricingPer: OptionLinks["pricingPer"],
  places: number,
): number {
  if (pricingPer !== "RESOURCE") return Math.floor(places / requirement.quantity);
  const units = Math.floor(places / resource.capacityPerResource);
  return units < requirement.quantity ? 0 : units * resource.capacityPerResource;
}
