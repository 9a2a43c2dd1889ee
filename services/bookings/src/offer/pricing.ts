/** Prices of bookings, in whole minor units. */
import { catalog } from "@slipway/contracts";
import {
  type Price,
  type Travellers as TravellersOf,
  chargeLinesOf,
  linesOf,
  ratesOf,
  totalOf,
  totalWith,
} from "@slipway/departures";
import type { PricingSnapshot } from "../record/booking.ts";
import type { OptionFacts } from "./option-policy.ts";

type Period = OptionFacts["pricingPeriods"][number];
/** Travellers with the names and types that a snapshot keeps. */
export type Travellers = TravellersOf<OptionFacts["units"][number]>;

/** The pricing periods of a departure of the option, by precedence. */
export function ratesAt(facts: OptionFacts, startAt: number, isManual: boolean): readonly Period[] {
  return ratesOf(facts.pricingPeriods, facts.timezone, { instant: startAt, manual: isManual });
}

interface SnapshotParts {
  price: Price;
  travellers: Travellers;
  /** Whole units taken of the option's oldest requirement; a RESOURCE price counts them. */
  unitsTaken: number;
  currency: string;
  charges: OptionFacts["charges"];
}

/** The snapshot of a price, or TOO_BIG if the total is no safe integer. */
export function pricingSnapshotOf(sold: SnapshotParts): PricingSnapshot | "TOO_BIG" {
  const { price, travellers, unitsTaken, currency } = sold;
  const retail = totalOf(price, travellers, unitsTaken);
  if (retail === undefined) return "TOO_BIG";
  const retails =
    price.per === "UNIT" ? linesOf(price.unitRetails, travellers) : shares(retail, travellers);
  const snapshot: PricingSnapshot = {
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
  return sold.charges.length === 0 ? snapshot : withCharges(snapshot, sold);
}

/** The snapshot of the units with the taxes and fees of the option. */
function withCharges(
  units: PricingSnapshot,
  { charges, travellers }: Pick<SnapshotParts, "charges" | "travellers">,
): PricingSnapshot | "TOO_BIG" {
  const charged = chargeLinesOf(charges, units.retail, travellers.quantity);
  const retail = totalWith(units.retail, charged);
  if (retail === undefined) return "TOO_BIG";
  const ofUnits = units.unitPricing.map(({ unitId, name, quantity, retail: amount }) => ({
    kind: "UNIT" as const,
    name: name ?? unitId,
    unitId,
    quantity,
    amount,
    included: false,
  }));
  return { ...units, schemaVersion: 2, retail, lines: [...ofUnits, ...charged] };
}

/** Splits one amount by quantity; the remainder goes to the first unit. */
function shares(total: number, { unitCounts, quantity }: Travellers): number[] {
  const whole = BigInt(quantity);
  const parts = unitCounts.map((unitCount) =>
    Number((BigInt(total) * BigInt(unitCount.quantity)) / whole),
  );
  const rest = parts.reduce((left, part) => left - part, total);
  return parts.map((part, index) => (index === 0 ? part + rest : part));
}
