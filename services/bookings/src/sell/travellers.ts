/** The travellers of a request by unit, and the limits of units and options. */
import type { RefusalCode } from "@slipway/contracts";
import type { CreateInput, OptionFacts } from "./option-policy.ts";

type Unit = OptionFacts["units"][number];

/** One unit and its quantity; a request's items of one unit are summed. */
export interface UnitCount {
  unit: Unit;
  quantity: number;
  /** Participants, and so places, of one such unit. */
  paxCount: number;
}

export interface Travellers {
  /** In the order of the request. */
  unitCounts: UnitCount[];
  /** The sum of all units. */
  quantity: number;
  /** Sum of quantity x paxCount, at most the largest safe integer, which no resource holds. */
  participants: number;
}

/** The travellers of a request, or UNKNOWN_UNIT if an item or a price names a unit that is not sold. */
export function travellersOf(
  { unitItems, retailPrices }: Pick<CreateInput, "unitItems" | "retailPrices">,
  units: readonly Unit[],
): Travellers | "UNKNOWN_UNIT" {
  const quantities = new Map<string, number>();
  for (const { unitId, quantity } of unitItems)
    quantities.set(unitId, (quantities.get(unitId) ?? 0) + quantity);
  const unitCounts: UnitCount[] = [];
  for (const [unitId, quantity] of quantities) {
    const unit = units.find(({ id }) => id === unitId);
    if (unit?.deletedAt !== null) return "UNKNOWN_UNIT";
    unitCounts.push({ unit, quantity, paxCount: wholeNumber(unit.restrictions["paxCount"]) ?? 1 });
  }
  if (Object.keys(retailPrices ?? {}).some((unitId) => !quantities.has(unitId)))
    return "UNKNOWN_UNIT";
  return {
    unitCounts,
    quantity: sum(unitCounts, () => 1),
    participants: sum(unitCounts, (unitCount) => unitCount.paxCount),
  };
}

function sum(unitCounts: readonly UnitCount[], weight: (unitCount: UnitCount) => number): number {
  const total = unitCounts.reduce(
    (so, unitCount) => so + unitCount.quantity * weight(unitCount),
    0,
  );
  return Math.min(total, Number.MAX_SAFE_INTEGER);
}

/** The first of UNIT_RESTRICTION and OPTION_RESTRICTION that applies, or undefined. */
export function refusalOfTravellers(
  travellers: Travellers,
  { restrictions }: Pick<OptionFacts["option"], "restrictions">,
): RefusalCode | undefined {
  for (const { unit, quantity } of travellers.unitCounts) {
    const { minQuantity, maxQuantity } = unit.restrictions;
    if (isOutside(quantity, wholeNumber(minQuantity), wholeNumber(maxQuantity)))
      return "UNIT_RESTRICTION";
  }
  return isOutside(travellers.quantity, restrictions.minUnits, restrictions.maxUnits)
    ? "OPTION_RESTRICTION"
    : undefined;
}

function isOutside(
  quantity: number,
  minimum: number | null | undefined,
  maximum: number | null | undefined,
): boolean {
  return quantity < (minimum ?? 0) || quantity > (maximum ?? Infinity);
}

/** Restrictions are free JSON: a value of another type counts as absent. */
function wholeNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
