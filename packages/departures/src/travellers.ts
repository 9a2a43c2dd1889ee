/** The travellers of a request by unit, and the limits of units and options. */

export interface SoldUnit {
  readonly id: string;
  readonly restrictions: Readonly<Record<string, unknown>>;
  /** Set where the unit is archived: it is not sold any more. */
  readonly deletedAt: unknown;
}

/** One unit and its quantity; a request's items of one unit are summed. */
export interface UnitCount<Unit extends SoldUnit = SoldUnit> {
  unit: Unit;
  quantity: number;
  /** Participants, and so places, of one such unit. */
  paxCount: number;
}

export interface Travellers<Unit extends SoldUnit = SoldUnit> {
  /** In the order of the request. */
  unitCounts: UnitCount<Unit>[];
  quantity: number;
  /** Sum of quantity x paxCount, at most the largest safe integer, which no resource holds. */
  participants: number;
}

export interface RequestedUnits {
  readonly unitItems: readonly { readonly unitId: string; readonly quantity: number }[];
  readonly retailPrices?: Readonly<Record<string, number>> | undefined;
}

/** The travellers of a request, or UNKNOWN_UNIT if an item or a price names a unit that is not sold. */
export function travellersOf<Unit extends SoldUnit>(
  { unitItems, retailPrices }: RequestedUnits,
  units: readonly Unit[],
): Travellers<Unit> | "UNKNOWN_UNIT" {
  const quantities = new Map<string, number>();
  for (const { unitId, quantity } of unitItems)
    quantities.set(unitId, (quantities.get(unitId) ?? 0) + quantity);
  const unitCounts: UnitCount<Unit>[] = [];
  let [total, participants] = [0, 0];
  for (const [unitId, quantity] of quantities) {
    const unit = units.find(({ id }) => id === unitId);
    if (unit?.deletedAt !== null) return "UNKNOWN_UNIT";
    const paxCount = wholeNumber(unit.restrictions["paxCount"]) ?? 1;
    unitCounts.push({ unit, quantity, paxCount });
    total += quantity;
    participants += quantity * paxCount;
  }
  if (Object.keys(retailPrices ?? {}).some((unitId) => !quantities.has(unitId)))
    return "UNKNOWN_UNIT";
  return {
    unitCounts,
    quantity: Math.min(total, Number.MAX_SAFE_INTEGER),
    participants: Math.min(participants, Number.MAX_SAFE_INTEGER),
  };
}

/** Limits of the total quantity of a booking; null: no limit. */
export interface OptionLimits {
  readonly restrictions: { readonly minUnits: number | null; readonly maxUnits: number | null };
}

/** The first of UNIT_RESTRICTION and OPTION_RESTRICTION that applies, or undefined. */
export function refusalOfTravellers(
  travellers: Travellers,
  { restrictions }: OptionLimits,
): "UNIT_RESTRICTION" | "OPTION_RESTRICTION" | undefined {
  for (const { unit, quantity } of travellers.unitCounts) {
    const { minQuantity, maxQuantity } = unit.restrictions;
    if (isOutside(quantity, wholeNumber(minQuantity), wholeNumber(maxQuantity)))
      return "UNIT_RESTRICTION";
  }
  return isOutside(travellers.quantity, restrictions.minUnits, restrictions.maxUnits)
    ? "OPTION_RESTRICTION"
    : undefined;
}

/** The smallest party of this unit alone that may be sold; undefined: the limits allow none. */
export function smallestTravellers<Unit extends SoldUnit>(
  unit: Unit,
  option: OptionLimits,
): Travellers<Unit> | undefined {
  const least = wholeNumber(unit.restrictions["minQuantity"]) ?? 0;
  const quantity = Math.max(1, option.restrictions.minUnits ?? 0, least);
  const travellers = travellersOf({ unitItems: [{ unitId: unit.id, quantity }] }, [unit]);
  if (travellers === "UNKNOWN_UNIT" || refusalOfTravellers(travellers, option)) return undefined;
  return travellers;
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
