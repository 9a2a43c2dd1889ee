/** Who travels: the lines of a request with their units, and what units and options allow. */
import type { RefusalCode } from "@slipway/contracts";
import type { CreateInput, OptionFacts } from "./option-policy.ts";

type Unit = OptionFacts["units"][number];

/** One unit and how many of it; lines of one unit are summed. */
export interface Line {
  unit: Unit;
  quantity: number;
  /** Participants, and places, that one of it stands for. */
  paxCount: number;
}

export interface Party {
  /** In the order of the request. */
  lines: Line[];
  /** Of all lines. */
  quantity: number;
  /** Sum of quantity x paxCount; beyond exact integers it stays at their end, which nothing holds. */
  participants: number;
}

/** The party of a request, or UNKNOWN_UNIT: a line or a given price names no unit that is sold. */
export function partyOf(
  { unitItems, retailPrices }: Pick<CreateInput, "unitItems" | "retailPrices">,
  units: readonly Unit[],
): Party | "UNKNOWN_UNIT" {
  const quantities = new Map<string, number>();
  for (const { unitId, quantity } of unitItems)
    quantities.set(unitId, (quantities.get(unitId) ?? 0) + quantity);
  const lines: Line[] = [];
  for (const [unitId, quantity] of quantities) {
    const unit = units.find(({ id }) => id === unitId);
    if (unit?.deletedAt !== null) return "UNKNOWN_UNIT";
    lines.push({ unit, quantity, paxCount: wholeNumber(unit.restrictions["paxCount"]) ?? 1 });
  }
  if (Object.keys(retailPrices ?? {}).some((unitId) => !quantities.has(unitId)))
    return "UNKNOWN_UNIT";
  return {
    lines,
    quantity: sum(lines, () => 1),
    participants: sum(lines, (line) => line.paxCount),
  };
}

function sum(lines: readonly Line[], weight: (line: Line) => number): number {
  const total = lines.reduce((so, line) => so + line.quantity * weight(line), 0);
  return Math.min(total, Number.MAX_SAFE_INTEGER);
}

/** The first of UNIT_RESTRICTION and OPTION_RESTRICTION that holds. */
export function refusalOfParty(
  party: Party,
  { restrictions }: Pick<OptionFacts["option"], "restrictions">,
): RefusalCode | undefined {
  for (const { unit, quantity } of party.lines) {
    const { minQuantity, maxQuantity } = unit.restrictions;
    if (isOutside(quantity, wholeNumber(minQuantity), wholeNumber(maxQuantity)))
      return "UNIT_RESTRICTION";
  }
  return isOutside(party.quantity, restrictions.minUnits, restrictions.maxUnits)
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

/** Restrictions are free JSON: a member of another kind has no meaning. */
function wholeNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
