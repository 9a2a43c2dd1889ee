/** Prices of departures and of days, with the capability `octo/pricing`. Pure. */
import { z } from "zod";
import type { DepartureQuote } from "./availability-status.ts";
import { octoPricing, octoUnitPricing, pricing, unitPricing } from "./pricing.ts";

export const availabilityPricing = {
  unitPricing: z
    .array(unitPricing)
    .describe(
      "With `octo/pricing`, where each unit has a price: the price of one of each. What is added to a party's price, `pricing` alone has.",
    )
    .optional(),
  pricing: pricing
    .describe(
      "With `octo/pricing`: what the units asked for cost. Without them, where one price buys the whole booking: the smallest booking of the first unit.",
    )
    .optional(),
};

export const calendarPricing = {
  unitPricingFrom: z
    .array(unitPricing)
    .describe("With `octo/pricing`, where each unit has a price: the lowest of the day by unit.")
    .optional(),
  pricingFrom: pricing
    .describe("With `octo/pricing`: the lowest `pricing` of the day's departures.")
    .optional(),
};

type Prices = NonNullable<DepartureQuote["departure"]["prices"]>;

/** Nothing where the reseller did not ask for prices. */
export function availabilityPricingOf(
  quoted: DepartureQuote,
  hasUnits: boolean,
): z.output<z.ZodObject<typeof availabilityPricing>> {
  const { prices } = quoted.departure;
  if (!prices) return {};
  const retail = hasUnits ? quoted.retail : smallestRetail(prices);
  return {
    ...(prices.pricingPer === "UNIT" && {
      unitPricing: prices.units.map((unit) => octoUnitPricing(unit, prices)),
    }),
    ...(retail !== null && { pricing: octoPricing(retail, prices, quoted.taxes) }),
  };
}

/** Without a party there is a total only where one price buys a whole booking. */
function smallestRetail({ pricingPer, units }: Prices): number | null {
  return pricingPer === "UNIT" ? null : (units[0]?.retail ?? null);
}

export function calendarPricingOf(
  ofDay: readonly DepartureQuote[],
  hasUnits: boolean,
): z.output<z.ZodObject<typeof calendarPricing>> {
  const prices = ofDay[0]?.departure.prices;
  if (!prices) return {};
  const pricings = ofDay.map((quoted) => availabilityPricingOf(quoted, hasUnits));
  const [lowestTotal] = pricings
    .flatMap(({ pricing: total }) => total ?? [])
    .toSorted((a, b) => a.retail - b.retail);
  const byUnit = Map.groupBy(
    pricings.flatMap(({ unitPricing: units = [] }) => units),
    ({ unitId }) => unitId,
  );
  const lowest = [...byUnit].map(([unitId, found]) => ({ unitId, retail: lowestOf(found) }));
  return {
    ...(prices.pricingPer === "UNIT" && {
      unitPricingFrom: lowest.map((unit) => octoUnitPricing(unit, prices)),
    }),
    ...(lowestTotal && { pricingFrom: lowestTotal }),
  };
}

function lowestOf(found: readonly { readonly retail: number }[]): number {
  return Math.min(...found.map(({ retail }) => retail));
}
