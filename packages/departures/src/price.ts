/** The price of a departure for a party, in whole minor units. */
import type { Travellers, UnitCount } from "./travellers.ts";

export interface Rate {
  readonly retailPrices: Readonly<Record<string, number>>;
  readonly retailPriceTiers: readonly Tier[] | null;
}

interface Tier {
  readonly minQuantity: number;
  readonly maxQuantity: number;
  readonly retail: number;
}

/** The price before capacity is claimed: one per unit, or one for the booking. */
export type Price =
  | { per: "UNIT"; unitRetails: number[] }
  /** RESOURCE: multiplied by the units that the claim takes. BOOKING: as it is. */
  | { per: "BOOKING" | "RESOURCE"; retail: number };

/** An option without prices counts as priced per unit. */
export function pricingPerOf({
  option,
}: {
  readonly option: { readonly pricingPer: Price["per"] | null };
}): Price["per"] {
  return option.pricingPer ?? "UNIT";
}

interface PriceRequest {
  pricingPer: Price["per"];
  travellers: Travellers;
  /** The pricing periods of the departure, by precedence. */
  rates: readonly Rate[];
  /** Prices in the request; they replace the rates. */
  given: Readonly<Record<string, number>>;
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

function tierRetail(rate: Rate | undefined, quantity: number): number | undefined {
  return rate?.retailPriceTiers?.find(
    (tier) => tier.minQuantity <= quantity && quantity <= tier.maxQuantity,
  )?.retail;
}

/** The rate of a unit in the first period that prices it. */
function rateOf(rates: readonly Rate[], unitId: string): number | undefined {
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

/**
 * The total price of the party; undefined if it is no safe integer.
 * @param unitsTaken whole units of the option's oldest requirement; a RESOURCE price counts them.
 */
export function totalOf(
  price: Price,
  travellers: Travellers,
  unitsTaken: number,
): number | undefined {
  const total =
    price.per === "UNIT"
      ? linesOf(price.unitRetails, travellers).reduce((sum, line) => sum + line, 0)
      : price.retail * (price.per === "RESOURCE" ? unitsTaken : 1);
  // A sum of safe integers that exceeds the bound exceeds it even when rounded.
  return Number.isSafeInteger(total) ? total : undefined;
}

/** The price of each line, where one price buys one unit. */
export function linesOf(unitRetails: readonly number[], { unitCounts }: Travellers): number[] {
  return unitCounts.map(({ quantity }, index) => quantity * (unitRetails[index] ?? 0));
}
