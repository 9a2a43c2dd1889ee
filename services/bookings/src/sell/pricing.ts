/** What a booking costs. Integers of minor units only (completions section 5). */
import { catalog } from "@slipway/contracts";
import { ratesOf } from "@slipway/departures";
import type { PricingSnapshot } from "../booking.ts";
import type { Line, Party } from "./travellers.ts";
import type { OptionFacts } from "./option-policy.ts";

type Period = OptionFacts["pricingPeriods"][number];
type PricingPer = PricingSnapshot["pricingPer"];

/** Prices found before anything is taken: per line, or one for the whole. */
export type Quote =
  | { per: "UNIT"; unitRetails: number[] }
  /** To be multiplied by the units taken in RESOURCE mode, by one in BOOKING mode. */
  | { per: "BOOKING" | "RESOURCE"; retail: number };

interface Asked {
  pricingPer: PricingPer;
  party: Party;
  /** The periods that price the departure, the first before the next. */
  rates: readonly Period[];
  /** Prices of the request, which replace the rate. */
  given: Readonly<Record<string, number>>;
}

/** An option that has never been priced counts as priced per unit. */
export function pricingPerOf({ option }: Pick<OptionFacts, "option">): PricingPer {
  return option.pricingPer ?? "UNIT";
}

/** The periods that price a departure of the option, the first before the next. */
export function ratesAt(facts: OptionFacts, startAt: number, isManual: boolean): readonly Period[] {
  return ratesOf(facts.pricingPeriods, facts.timezone, { instant: startAt, manual: isManual });
}

/** The prices of a party, or undefined where a rate is missing and none was given. */
export function quote(asked: Asked): Quote | undefined {
  const { pricingPer } = asked;
  if (pricingPer !== "UNIT") {
    const retail = wholeRetail(asked);
    return retail === undefined ? undefined : { per: pricingPer, retail };
  }
  const unitRetails: number[] = [];
  for (const line of asked.party.lines) {
    const retail = unitRetail(asked, line);
    if (retail === undefined) return undefined;
    unitRetails.push(retail);
  }
  return { per: "UNIT", unitRetails };
}

function unitRetail({ rates, given, party }: Asked, { unit }: Line): number | undefined {
  return own(given, unit.id) ?? tierRetail(rates[0], party.quantity) ?? rateOf(rates, unit.id);
}

/** One amount: the highest given, else the tier of the party's size, else the highest rate. */
function wholeRetail({ rates, given, party, pricingPer }: Asked): number | undefined {
  const highestGiven = highest(party.lines.map(({ unit }) => own(given, unit.id)));
  if (highestGiven !== undefined) return highestGiven;
  const size = pricingPer === "RESOURCE" ? party.participants : party.quantity;
  return (
    tierRetail(rates[0], size) ?? highest(party.lines.map(({ unit }) => rateOf(rates, unit.id)))
  );
}

function tierRetail(period: Period | undefined, quantity: number): number | undefined {
  return period?.retailPriceTiers?.find(
    (tier) => tier.minQuantity <= quantity && quantity <= tier.maxQuantity,
  )?.retail;
}

/** A unit that the first period does not price is looked up in the next one's prices. */
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

interface Sold {
  quote: Quote;
  party: Party;
  /** Whole units taken of the option's first-made requirement; what a RESOURCE price counts. */
  unitsTaken: number;
  currency: string;
}

/** The snapshot of a price, or TOO_BIG: the total is no exact integer any more. */
export function snapshotOf(sold: Sold): PricingSnapshot | "TOO_BIG" {
  const { quote: price, party, unitsTaken, currency } = sold;
  const retails =
    price.per === "UNIT"
      ? party.lines.map((line, index) => line.quantity * (price.unitRetails[index] ?? 0))
      : shares(price.retail * (price.per === "RESOURCE" ? unitsTaken : 1), party);
  const retail = retails.reduce((total, amount) => total + amount, 0);
  // Rounded or not, a sum of exact amounts that passes the bound is beyond it.
  if (!Number.isSafeInteger(retail)) return "TOO_BIG";
  return {
    schemaVersion: 1,
    pricingPer: price.per,
    currency,
    currencyPrecision: catalog.currencyPrecision(currency),
    retail,
    unitPricing: party.lines.map((line, index) => ({
      unitId: line.unit.id,
      quantity: line.quantity,
      retail: retails[index] ?? 0,
      ...(price.per === "UNIT" ? { unitRetail: price.unitRetails[index] ?? 0 } : {}),
      name: line.unit.name,
      type: line.unit.type,
      paxCount: line.paxCount,
    })),
  };
}

/** One amount split by quantity; what does not divide goes to the first line. */
function shares(total: number, { lines, quantity }: Party): number[] {
  // Nothing to split exactly: the caller refuses such a total.
  if (!Number.isSafeInteger(total)) return [total];
  const whole = BigInt(quantity);
  const parts = lines.map((line) => Number((BigInt(total) * BigInt(line.quantity)) / whole));
  const rest = parts.reduce((left, part) => left - part, total);
  return parts.map((part, index) => (index === 0 ? part + rest : part));
}
