/** Evaluates a booking request: the quote, or the first refusal in the contract's order. */
import type { InputOf, OutputOf, RefusalCode, resourcesCapacity } from "@slipway/contracts";
import { type Price, evaluateSale, pricingPerOf } from "@slipway/departures";
import type { PricingSnapshot, ResourceUsageSnapshot } from "../record/booking.ts";
import { isBlocked, nearestDepartures } from "./departure.ts";
import { type Travellers, pricingSnapshotOf } from "./pricing.ts";
import type { CreateInput, OptionFacts, SellingFacts } from "./option-policy.ts";

export type Demand = InputOf<typeof resourcesCapacity.checkDemand>["demand"];
/** The places and units that a claim took of each resource. */
export type Taken = OutputOf<typeof resourcesCapacity.claimCapacity>["taken"];

/** A refusal code, or TOTAL_TOO_BIG, which is answered as an invalid field. */
export type QuoteRefusal = RefusalCode | "TOTAL_TOO_BIG";

/** The purchase that the request asks for, before capacity is claimed. */
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

/** Evaluates a request in the order of the catalogue of refusals. */
export function evaluate(
  { input, ...asked }: QuoteRequest,
  facts: OptionFacts,
  selling: SellingFacts,
  now: number,
): Evaluation {
  const start = {
    at: asked.startAt,
    isDerived: asked.isDerived,
    isManual: asked.isManual,
    isCustom: input.customStart !== undefined,
    backdated: input.backdated,
    isBlocked: isBlocked(selling, asked.startAt),
  };
  const { unitItems, retailPrices } = input;
  const sale = evaluateSale({ start, unitItems, retailPrices }, facts, now);
  if (sale.refusal === "NOT_A_DEPARTURE") {
    const { option, timezone: zone } = facts;
    const earliest = now + option.bookingCutoffMinutes * 60_000;
    const nearest = nearestDepartures(asked.startAt, selling, { zone, earliest });
    return { refusal: sale.refusal, resources: "not reached", nearest };
  }
  if (!sale.travellers) return { refusal: sale.refusal, resources: "not reached" };
  const { travellers } = sale;
  const demand = demandOf(input, travellers, facts);
  if (sale.refusal) return { refusal: sale.refusal, resources: "come first", demand };
  return { quote: { travellers, price: sale.price, demand } };
}

/** The places and whole units that the travellers need of capacity. */
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

/** The price of a quote. A RESOURCE price is multiplied by the units that the claim took. */
export function pricedQuote(
  quote: Quote,
  facts: OptionFacts,
  taken: Taken,
): PricingSnapshot | "TOO_BIG" {
  const unitsTaken = taken.find(({ first }) => first)?.units ?? 1;
  const { currency, charges } = facts;
  return pricingSnapshotOf({ ...quote, unitsTaken, currency, charges });
}

/** The use of resources by a claim, as the booking stores it; null if no resource is needed. */
export function usageSnapshotOf(taken: Taken): ResourceUsageSnapshot | null {
  if (taken.length === 0) return null;
  return {
    schemaVersion: 1,
    items: taken.map(({ resourceId, name, places, units, first: _, ...margins }) => ({
      resourceId,
      name,
      capacityPlaces: places,
      ...(units === null ? {} : { resourceQuantity: units }),
      ...margins,
    })),
  };
}
