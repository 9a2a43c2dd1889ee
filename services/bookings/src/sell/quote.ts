/** Evaluates a booking request: the quote, or the first refusal in the contract's order. */
import type { InputOf, OutputOf, RefusalCode, resourcesCapacity } from "@slipway/contracts";
import { type Price, findPrice, refusalOfTravellers, travellersOf } from "@slipway/departures";
import type { PricingSnapshot, ResourceUsageSnapshot } from "../booking.ts";
import { isBlocked, nearestDepartures, refusalOfStart } from "./departure.ts";
import { type Travellers, pricingPerOf, ratesAt, pricingSnapshotOf } from "./pricing.ts";
import type { CreateInput, OptionFacts, SellingFacts } from "./option-policy.ts";

export type Demand = InputOf<typeof resourcesCapacity.checkDemand>["demand"];
/** What a claim took of each resource. */
export type Taken = OutputOf<typeof resourcesCapacity.claimCapacity>["taken"];

/** A refusal code, or TOTAL_TOO_BIG, which is answered as an invalid field. */
export type QuoteRefusal = RefusalCode | "TOTAL_TOO_BIG";

/** What the request would buy, before capacity is claimed. */
export interface Quote {
  travellers: Travellers;
  price: Price;
  demand: Demand;
}

/**
 * A refusal or the quote. Capacity's own refusals (RESOURCE_*, NO_LINKED_RESOURCE) stand in the middle
 * of the order: `resources` says whether they come before this refusal.
 */
export type Evaluation =
  | { refusal: QuoteRefusal; resources: "not reached"; nearest?: number[] }
  | { refusal: QuoteRefusal; resources: "come first"; demand: Demand; nearest?: undefined }
  | { refusal?: undefined; quote: Quote };

export interface QuoteRequest {
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

/** Evaluates a request in the order of completions section 2. */
export function evaluate(
  asked: QuoteRequest,
  facts: OptionFacts,
  selling: SellingFacts,
  now: number,
): Evaluation {
  const { input, startAt, isDerived } = asked;
  const isCustom = input.customStart !== undefined;
  const start = { at: startAt, isDeparture: isCustom || isDerived || asked.isManual, isCustom };
  const refusal = refusalOfStart({ ...start, backdated: input.backdated }, facts.option, now);
  if (refusal === "NOT_A_DEPARTURE") {
    const { option, timezone: zone } = facts;
    const earliest = now + option.bookingCutoffMinutes * 60_000;
    const nearest = nearestDepartures(startAt, selling, { zone, earliest });
    return { refusal, resources: "not reached", nearest };
  }
  if (refusal) return { refusal, resources: "not reached" };
  const travellers = travellersOf(input, facts.units);
  if (travellers === "UNKNOWN_UNIT") return { refusal: travellers, resources: "not reached" };
  const refusalForTravellers = refusalOfTravellers(travellers, facts.option);
  if (refusalForTravellers) return { refusal: refusalForTravellers, resources: "not reached" };

  const demand = demandOf(input, travellers, facts);
  const price = findPrice({
    pricingPer: demand.pricingPer,
    travellers,
    rates: ratesAt(facts, startAt, !isDerived),
    given: input.retailPrices ?? {},
  });
  if (!price) return { refusal: "PRICE_NOT_CONFIGURED", resources: "come first", demand };
  const later = refusalAfterPrice(
    { travellers, price, demand },
    facts,
    isBlocked(selling, startAt),
  );
  if (later) return { refusal: later, resources: "come first", demand };
  return { quote: { travellers, price, demand } };
}

/** What the travellers and their whole units need of capacity. */
export function demandOf(
  input: Pick<CreateInput, "resourceItems">,
  travellers: Travellers,
  facts: OptionFacts,
): Demand {
  const wholeUnits = new Map<string, number>();
  for (const { resourceId, quantity } of input.resourceItems)
    wholeUnits.set(resourceId, (wholeUnits.get(resourceId) ?? 0) + quantity);
  return {
    optionId: facts.option.id,
    pricingPer: pricingPerOf(facts),
    participants: travellers.participants,
    resourceItems: [...wholeUnits].map(([resourceId, quantity]) => ({ resourceId, quantity })),
  };
}

function refusalAfterPrice(
  quote: Quote,
  facts: OptionFacts,
  blocked: boolean,
): QuoteRefusal | undefined {
  // The factor of a RESOURCE price is known only after the claim.
  if (priceOf(quote, facts, 1) === "TOO_BIG") return "TOTAL_TOO_BIG";
  if (facts.archived) return "ARCHIVED";
  return blocked ? "DEPARTURE_BLOCKED" : undefined;
}

function priceOf(
  quote: Quote,
  facts: OptionFacts,
  unitsTaken: number,
): PricingSnapshot | "TOO_BIG" {
  return pricingSnapshotOf({ ...quote, unitsTaken, currency: facts.currency });
}

/** The price of a quote. A RESOURCE price is multiplied by the units that the claim took. */
export function pricedQuote(
  quote: Quote,
  facts: OptionFacts,
  taken: Taken,
): PricingSnapshot | "TOO_BIG" {
  return priceOf(quote, facts, taken.find(({ first }) => first)?.units ?? 1);
}

/** What a claim took, as the booking stores it; null if no resource is needed. */
export function usageSnapshotOf(taken: Taken): ResourceUsageSnapshot | null {
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
