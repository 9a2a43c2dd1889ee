/** The party: how many of each unit come. Pure. */
import type { Unit } from "@slipway/client";

/** By the units' ids. */
export type Party = Readonly<Record<string, number>>;

interface Limits {
  readonly min: number;
  readonly max: number;
}

/** Nobody books more of one unit at once than a resource can ever have. */
const quantityMax = 1_000;

/** Limits of a unit's quantity. A party may always have none of a unit; `min` holds from the first one on. */
export function limitsOf({ restrictions }: Pick<Unit, "restrictions">): Limits {
  const { minQuantity, maxQuantity } = restrictions;
  return {
    min: typeof minQuantity === "number" ? minQuantity : 1,
    max: typeof maxQuantity === "number" ? maxQuantity : quantityMax,
  };
}

/** A party with the least number of the first unit, and none of the others. */
export function firstParty(units: readonly Unit[]): Party {
  return Object.fromEntries(
    units.map((unit, index) => [unit.id, index === 0 ? Math.max(1, limitsOf(unit).min) : 0]),
  );
}

/** A step leaps over what may not be: from none to the least, and back. */
export function stepped(count: number, by: 1 | -1, { min, max }: Limits): number {
  const next = count + by;
  if (next < min) return by > 0 ? min : 0;
  return Math.min(next, max);
}

/** Travellers of the party: a unit may stand for several, such as a family. */
export function paxIn(party: Party, units: readonly Pick<Unit, "id" | "restrictions">[]): number {
  return units.reduce((sum, { id, restrictions: { paxCount } }) => {
    const each = typeof paxCount === "number" ? paxCount : 1;
    return sum + (party[id] ?? 0) * each;
  }, 0);
}

export function unitItemsOf(party: Party): { unitId: string; quantity: number }[] {
  return Object.entries(party)
    .filter(([, quantity]) => quantity > 0)
    .map(([unitId, quantity]) => ({ unitId, quantity }));
}
