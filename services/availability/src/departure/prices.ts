/** What a departure costs, by the rule of the sale. */
import { catalog } from "@slipway/contracts";
import {
  type Travellers,
  findPrice,
  ratesOf,
  smallestTravellers,
  totalOf,
  travellersOf,
} from "@slipway/departures";
import type { OptionFacts } from "../option-facts.ts";
import type { AvailabilityEntry } from "./entry.ts";

export type Prices = NonNullable<AvailabilityEntry["prices"]>;

/** A party of one unit alone: what it pays is shown as the price of the unit. */
export interface UnitTravellers {
  readonly unitId: string;
  readonly travellers: Travellers;
}

/** An option without prices counts as priced per unit. */
export function pricingPerOf({ option }: Pick<OptionFacts, "option">): Prices["pricingPer"] {
  return option.pricingPer ?? "UNIT";
}

/**
 * The parties that the option's prices are shown for. Where one price buys one unit: one of each, whatever
 * the limits of a booking are. Else the smallest party of each that the limits allow, if there is one.
 */
export function pricedTravellersOf(facts: OptionFacts): UnitTravellers[] {
  const isPerUnit = pricingPerOf(facts) === "UNIT";
  return facts.units.flatMap((unit) => {
    const travellers = isPerUnit ? oneOf(unit) : smallestTravellers(unit, facts.option);
    return travellers ? [{ unitId: unit.id, travellers }] : [];
  });
}

function oneOf(unit: OptionFacts["units"][number]): Travellers | undefined {
  const travellers = travellersOf({ unitItems: [{ unitId: unit.id, quantity: 1 }] }, [unit]);
  return travellers === "UNKNOWN_UNIT" ? undefined : travellers;
}

/** All that the prices of an option's departures depend on, beside the departure. */
interface PriceList {
  readonly facts: OptionFacts;
  readonly parties: readonly UnitTravellers[];
  /** Whole units that each party would take; null without a requirement. Only of an option priced by those. */
  readonly unitsTaken: readonly (number | null)[];
}

type Rates = readonly OptionFacts["pricingPeriods"][number][];

/** Answers what a departure costs. Many departures have the same rates, and then share one answer. */
export function createPricing(list: PriceList) {
  const { pricingPeriods, timezone } = list.facts;
  const byRates = new Map<string, Prices>();
  return ({ start, manual }: { start: number; manual: boolean }): Prices => {
    const rates = ratesOf(pricingPeriods, timezone, { instant: start, manual });
    const key = rates.map(({ id }) => id).join();
    const prices = byRates.get(key) ?? pricesAt(rates, list);
    byRates.set(key, prices);
    return prices;
  };
}

/** A unit that has no price then, or cannot be sold, is left out. */
function pricesAt(rates: Rates, { facts, parties, unitsTaken }: PriceList): Prices {
  const pricingPer = pricingPerOf(facts);
  const units = parties.flatMap(({ unitId, travellers }, index) => {
    const price = findPrice({ pricingPer, travellers, rates, given: {} });
    const factor = pricingPer === "RESOURCE" ? unitsTaken[index] : 1;
    const retail = price && factor ? totalOf(price, travellers, factor) : undefined;
    return retail === undefined ? [] : [{ unitId, retail }];
  });
  const { currency } = facts;
  const currencyPrecision = catalog.currencyPrecision(currency);
  const from = units.length === 0 ? null : Math.min(...units.map(({ retail }) => retail));
  return { currency, currencyPrecision, pricingPer, units, from };
}
