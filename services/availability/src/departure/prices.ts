/** The prices of a departure, by the rule of the sale. */
import { catalog } from "@slipway/contracts";
import {
  type Travellers,
  chargeLinesOf,
  findPrice,
  pricingPerOf,
  ratesOf,
  smallestTravellers,
  totalOf,
  totalWith,
  travellersOf,
} from "@slipway/departures";
import type { OptionFacts } from "../option-facts.ts";
import type { AvailabilityEntry, Departure } from "./entry.ts";

/** Travellers of one unit alone: what they pay is shown as the price of the unit. */
interface UnitTravellers {
  readonly unitId: string;
  readonly travellers: Travellers;
}

/**
 * The travellers that the option's prices are shown for. Where one price buys one unit: so many of each, which
 * decides the tier, whatever the limits of a booking are. Else the fewest of each that the limits
 * allow, if they allow any.
 */
export function pricedTravellersOf(facts: OptionFacts, quantity = 1): UnitTravellers[] {
  const isPerUnit = pricingPerOf(facts) === "UNIT";
  return facts.units.flatMap((unit) => {
    const travellers = isPerUnit ? alone(unit, quantity) : smallestTravellers(unit, facts.option);
    return travellers ? [{ unitId: unit.id, travellers }] : [];
  });
}

function alone(unit: OptionFacts["units"][number], quantity: number): Travellers | undefined {
  const travellers = travellersOf({ unitItems: [{ unitId: unit.id, quantity }] }, [unit]);
  return travellers === "UNKNOWN_UNIT" ? undefined : travellers;
}

/** The facts that the prices of an option's departures depend on, beside the departure. */
interface PriceList {
  readonly facts: OptionFacts;
  readonly travellersByUnit: readonly UnitTravellers[];
  /** The client's own travellers, whose price is answered too. */
  readonly own: Travellers | undefined;
  /** Whole units that each would take, the client's own last; null without a requirement. Only where they are priced. */
  readonly unitsTaken: readonly (number | null)[];
}

interface DeparturePrices {
  readonly prices: NonNullable<AvailabilityEntry["prices"]>;
  /** The price for the client's own travellers; null where they have no price or there are none. */
  readonly retail: number | null;
  /** The taxes in it, or without travellers in the price of the first unit's smallest party. */
  readonly taxes?: Departure["taxes"];
}

/** Answers what a departure costs. Many departures have the same rates, and then share one answer. */
export function createPricing(list: PriceList) {
  const { pricingPeriods, timezone } = list.facts;
  const byRates = new Map<string, DeparturePrices>();
  return ({ start, manual }: { start: number; manual: boolean }): DeparturePrices => {
    const rates = ratesOf(pricingPeriods, timezone, { instant: start, manual });
    const key = rates.map(({ id }) => id).join();
    const found = byRates.get(key) ?? pricesAt(rates, list);
    byRates.set(key, found);
    return found;
  };
}

/** A unit that has no price then, or cannot be sold, is left out. */
function pricesAt(
  rates: readonly OptionFacts["pricingPeriods"][number][],
  { facts, travellersByUnit, own, unitsTaken }: PriceList,
): DeparturePrices {
  const pricingPer = pricingPerOf(facts);
  const costOf = (travellers: Travellers, index: number): Cost | undefined => {
    const price = findPrice({ pricingPer, travellers, rates, given: {} });
    const factor = pricingPer === "RESOURCE" ? unitsTaken[index] : 1;
    const subtotal = price && factor ? totalOf(price, travellers, factor) : undefined;
    if (subtotal === undefined) return undefined;
    const cost = withCharges(facts, subtotal, travellers);
    return { ...cost, shown: price?.per === "UNIT" ? (price.unitRetails[0] ?? 0) : cost.retail };
  };
  const costs = travellersByUnit.map(({ travellers }, index) => costOf(travellers, index));
  const units = travellersByUnit.flatMap(({ unitId }, index) => {
    const retail = costs[index]?.shown;
    return retail === undefined ? [] : [{ unitId, retail }];
  });
  const { currency } = facts;
  const currencyPrecision = catalog.currencyPrecision(currency);
  const from = units.length === 0 ? null : Math.min(...units.map(({ retail }) => retail));
  const prices = { currency, currencyPrecision, pricingPer, units, from };
  const ofOwn = own && costOf(own, travellersByUnit.length);
  const smallest =
    pricingPer === "UNIT" ? undefined : costs.find((cost) => cost?.retail !== undefined);
  const { taxes } = (own ? ofOwn : smallest) ?? {};
  return { prices, retail: ofOwn?.retail ?? null, ...(taxes && { taxes }) };
}

interface Cost {
  /** The price of a booking; absent where it is no exact integer. */
  readonly retail?: number;
  readonly taxes?: Departure["taxes"];
  /** As the price of the unit: of one of it, without charges, where one price buys one unit. */
  readonly shown: number | undefined;
}

/** The price of a party with its added taxes and fees, as the sale adds them. */
function withCharges(
  { charges }: OptionFacts,
  subtotal: number,
  { quantity }: Travellers,
): Omit<Cost, "shown"> {
  if (charges.length === 0) return { retail: subtotal };
  const lines = chargeLinesOf(charges, subtotal, quantity);
  const retail = totalWith(subtotal, lines);
  if (retail === undefined) return {};
  const taxes = lines.filter(({ kind }) => kind === "TAX");
  return { retail, taxes: taxes.map(({ name, amount }) => ({ name, amount })) };
}
