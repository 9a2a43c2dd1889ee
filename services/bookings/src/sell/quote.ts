/** A request judged against the facts: what it would sell, or why it is refused, in order. */
import type { InputOf, OutputOf, RefusalCode, resourcesCapacity } from "@slipway/contracts";
import type { PricingSnapshot, ResourceUsageSnapshot } from "../booking.ts";
import { isBlocked, refusalOfStart } from "./departure.ts";
import { type Party, partyOf, refusalOfParty } from "./travellers.ts";
import { type Quote, pricingPerOf, quote, ratesAt, snapshotOf } from "./pricing.ts";
import type { CreateInput, OptionFacts, SellingFacts } from "./option-policy.ts";

export type Demand = InputOf<typeof resourcesCapacity.checkDemand>["demand"];
/** What a claim took, per resource. */
export type Taken = OutputOf<typeof resourcesCapacity.claimCapacity>["taken"];

/** A refusal, or the one that concerns a field: the total is too big. */
export type SaleRefusal = RefusalCode | "TOTAL_TOO_BIG";

/** What would be sold: everything but what the claim takes. */
export interface Sale {
  party: Party;
  quote: Quote;
  demand: Demand;
}

/**
 * The first refusal before those that only capacity knows (RESOURCE_*, NO_LINKED_RESOURCE), else
 * the first one after them, else the sale.
 */
export type Judgement =
  | { refusal: SaleRefusal; resources: "not reached" }
  | { refusal: SaleRefusal; resources: "come first"; demand: Demand }
  | { refusal?: undefined; sale: Sale };

export interface Wish {
  input: Pick<
    CreateInput,
    "unitItems" | "retailPrices" | "resourceItems" | "backdated" | "customStart"
  >;
  /** Milliseconds. */
  startAt: number;
  /** An active period gives this start. */
  isDerived: boolean;
  /** A manual departure stands there; asked only where no period gives it. */
  isManual: boolean;
}

/** Judges a wish in the order of completions section 2. */
export function judge(
  wish: Wish,
  facts: OptionFacts,
  selling: SellingFacts,
  now: number,
): Judgement {
  const { input, startAt, isDerived } = wish;
  const isCustom = input.customStart !== undefined;
  const start = { at: startAt, isDeparture: isCustom || isDerived || wish.isManual, isCustom };
  const refusal = refusalOfStart({ ...start, backdated: input.backdated }, facts.option, now);
  if (refusal) return { refusal, resources: "not reached" };
  const party = partyOf(input, facts.units);
  if (party === "UNKNOWN_UNIT") return { refusal: party, resources: "not reached" };
  const refusalForParty = refusalOfParty(party, facts.option);
  if (refusalForParty) return { refusal: refusalForParty, resources: "not reached" };

  const demand = demandOf(input, party, facts);
  const price = quote({
    pricingPer: demand.pricingPer,
    party,
    rates: ratesAt(facts, startAt, !isDerived),
    given: input.retailPrices ?? {},
  });
  if (!price) return { refusal: "PRICE_NOT_CONFIGURED", resources: "come first", demand };
  const later = refusalAfterPrice(
    { party, quote: price, demand },
    facts,
    isBlocked(selling, startAt),
  );
  if (later) return { refusal: later, resources: "come first", demand };
  return { sale: { party, quote: price, demand } };
}

/** What a party and the whole units it asks for want of capacity. */
export function demandOf(
  input: Pick<CreateInput, "resourceItems">,
  party: Party,
  facts: OptionFacts,
): Demand {
  const wholeUnits = new Map<string, number>();
  for (const { resourceId, quantity } of input.resourceItems)
    wholeUnits.set(resourceId, (wholeUnits.get(resourceId) ?? 0) + quantity);
  return {
    optionId: facts.option.id,
    pricingPer: pricingPerOf(facts),
    participants: party.participants,
    resourceItems: [...wholeUnits].map(([resourceId, quantity]) => ({ resourceId, quantity })),
  };
}

function refusalAfterPrice(
  sale: Sale,
  facts: OptionFacts,
  blocked: boolean,
): SaleRefusal | undefined {
  // What a RESOURCE price is multiplied by is known only once it is taken.
  if (priceOf(sale, facts, 1) === "TOO_BIG") return "TOTAL_TOO_BIG";
  if (facts.archived) return "ARCHIVED";
  return blocked ? "DEPARTURE_BLOCKED" : undefined;
}

function priceOf(sale: Sale, facts: OptionFacts, unitsTaken: number): PricingSnapshot | "TOO_BIG" {
  return snapshotOf({ ...sale, unitsTaken, currency: facts.currency });
}

/** The price of a sale, made of what its claim took where that is what is priced. */
export function pricedSale(
  sale: Sale,
  facts: OptionFacts,
  taken: Taken,
): PricingSnapshot | "TOO_BIG" {
  return priceOf(sale, facts, taken.find(({ first }) => first)?.units ?? 1);
}

/** What a claim took, as the booking keeps it; null where no resource is needed. */
export function usageOf(taken: Taken): ResourceUsageSnapshot | null {
  if (taken.length === 0) return null;
  return {
    schemaVersion: 1,
    items: taken.map(({ resourceId, name, places, units }) => ({
      resourceId,
      name,
      capacityPlaces: places,
      ...(units === null ? {} : { resourceQuantity: units }),
    })),
  };
}
