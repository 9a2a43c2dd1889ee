/** Prices of bookings, in whole minor units (completions section 5). */
import { catalog } from "@slipway/contracts";
import { ratesOf } from "@slipway/departures";
import type { PricingSnapshot } from "../booking.ts";
import type { UnitCount, Travellers } from "./travellers.ts";
import type { OptionFacts } from "./option-policy.ts";

type Period = OptionFacts["pricingPeriods"][number];
type PricingPer = PricingSnapshot["pricingPer"];

/** The price before capacity is claimed: one per unit, or one for the booking. */
export type Price =
  | { per: "UNIT"; unitRetails: number[] }
  /** RESOURCE: multiplied by the units that the claim takes. BOOKING: as it is. */
  | { per: "BOOKING" | "RESOURCE"; retail: number };

interface PriceRequest {
  pricingPer: PricingPer;
  travellers: Travellers;
  /** The pricing periods of the departure, by precedence. */
  rates: readonly Period[];
  /** Prices in the request; they replace the rates. */
  given: Readonly<Record<string, number>>;
}

/** An option without prices counts as priced per unit. */
export function pricingPerOf({ option }: Pick<OptionFacts, "option">): PricingPer {
  return option.pricingPer ?? "UNIT";
}

/** The pricing periods of a departure of the option, by precedence. */
export function ratesAt(facts: OptionFacts, startAt: number, isManual: boolean): readonly Period[] {
  return ratesOf(facts.pricingPeriods, facts.timezone, { instant: startAt, manual: isManual });
}

/** The price for these travellers, or undefined if a rate is missing and the request gives none. */
export function findPrice(asked: PriceRequest): Price | undefined {
  const { pricingPer } = asked;
  if (pricingPer !== "UNIT") {
    const retail = wholeRetail(asked);
    return retail === undefined ? undefined : { per: pricingPer, retail };
  }
  const unitRetails: number[] = [];
  for (const unitCount of asked.travellers.unitCounts) {
    const retail = unitRetail(asked, unitCount);
    if (retail === undefined) return undefined;
    unitRetails.push(retail);
  }
  return { per: "UNIT", unitRetails };
}

function unitRetail(
  { rates, given, travellers }: PriceRequest,
  { unit }: UnitCount,
): number | undefined {
  return own(given, unit.id) ?? tierRetail(rates[0], travellers.quantity) ?? rateOf(rates, unit.id);
}

/** One amount: the highest price given, else the tier of the group's size, else the highest rate. */
function wholeRetail({ rates, given, travellers, pricingPer }: PriceRequest): number | undefined {
  const highestGiven = highest(travellers.unitCounts.map(({ unit }) => own(given, unit.id)));
  if (highestGiven !== undefined) return highestGiven;
  const size = pricingPer === "RESOURCE" ? travellers.participants : travellers.quantity;
  return (
    tierRetail(rates[0], size) ??
    highest(travellers.unitCounts.map(({ unit }) => rateOf(rates, unit.id)))
  );
}

function tierRetail(period: Period | undefined, quantity: number): number | undefined {
  return period?.retailPriceTiers?.find(
    (tier) => tier.minQuantity <= quantity && quantity <= tier.maxQuantity,
  )?.retail;
}

/** The rate of a unit in the first period that prices it. */
function rateOf(rates: readonly Period[], unitId: string): number | undefined {
  for (const { retailPrices } of rates) {
    const retail = own(retailPrices, unitId);
    if (retail !== undefined) return retail;
  }
  return undefined;
}

function own(prices: Readonly<Record<string, number>>, unitId: string): number | undefined {
  return Object.hasOwn(prices, unitId) ? prices[unitId] : undefined;
}

function highest(amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

interface SnapshotParts {
  price: Price;
  travellers: Travellers;
  /** Whole units taken of the option's oldest requirement; a RESOURCE price counts them. */
  unitsTaken: number;
  currency: string;
}

/** The snapshot of a price, or TOO_BIG if the total is no safe integer. */
export function pricingSnapshotOf(sold: SnapshotParts): PricingSnapshot | "TOO_BIG" {
  const { price, travellers, unitsTaken, currency } = sold;
  const retails =
    price.per === "UNIT"
      ? travellers.unitCounts.map(
          (unitCount, index) => unitCount.quantity * (price.unitRetails[index] ?? 0),
        )
      : shares(price.retail * (price.per === "RESOURCE" ? unitsTaken : 1), travellers);
  const retail = retails.reduce((total, amount) => total + amount, 0);
  // A sum of safe integers that exceeds the bound exceeds it even when rounded.
  if (!Number.isSafeInteger(retail)) return "TOO_BIG";
  return {
    schemaVersion: 1,
    pricingPer: price.per,
    currency,
    currencyPrecision: catalog.currencyPrecision(currency),
    retail,
    unitPricing: travellers.unitCounts.map((unitCount, index) => ({
      unitId: unitCount.unit.id,
      quantity: unitCount.quantity,
      retail: retails[index] ?? 0,
      ...(price.per === "UNIT" ? { unitRetail: price.unitRetails[index] ?? 0 } : {}),
      name: unitCount.unit.name,
      type: unitCount.unit.type,
      paxCount: unitCount.paxCount,
    })),
  };
}

/** Splits one amount by quantity; the remainder goes to the first unit. */
function shares(total: number, { unitCounts, quantity }: Travellers): number[] {
  // Cannot be split exactly; the caller refuses this total.
  if (!Number.isSafeInteger(total)) return [total];
  const whole = BigInt(quantity);
  const parts = unitCounts.map((unitCount) =>
    Number((BigInt(total) * BigInt(unitCount.quantity)) / whole),
  );
  const rest = parts.reduce((left, part) => left - part, total);
  return parts.map((part, index) => (index === 0 ? part + rest : part));
}
