import { describe, expect, it } from "@jest/globals";
import { type Price, type Rate, findPrice, totalOf } from "./price.ts";
import { type Travellers, smallestTravellers, travellersOf } from "./travellers.ts";

function aUnit(id: string, restrictions: Readonly<Record<string, unknown>> = {}) {
  return { id, restrictions, deletedAt: null };
}

// An adult stands for three people: only a price per resource counts those.
const units = [aUnit("adult", { paxCount: 3 }), aUnit("child"), aUnit("constructor")];

/** So many of each unit. */
function someTravellers(quantities: Readonly<Record<string, number>>): Travellers {
  const unitItems = Object.entries(quantities).map(([unitId, quantity]) => ({ unitId, quantity }));
  const travellers = travellersOf({ unitItems }, units);
  if (travellers === "UNKNOWN_UNIT") throw new Error("a test names units that there are");
  return travellers;
}

function aPeriod(given: Partial<Rate>): Rate {
  return { retailPrices: {}, retailPriceTiers: null, ...given };
}

const tiers = [
  { minQuantity: 1, maxQuantity: 4, retail: 900 },
  { minQuantity: 6, maxQuantity: 10, retail: 700 },
];
const priced = aPeriod({ retailPrices: { adult: 1_000, child: 500 } });
const tiered = aPeriod({ retailPrices: { adult: 1_000 }, retailPriceTiers: tiers });
const winner = aPeriod({ retailPrices: { adult: 1_200 } });

describe("a price per unit", () => {
  const ofUnits = (
    rates: Parameters<typeof findPrice>[0]["rates"],
    given: Record<string, number> = {},
    travellers = someTravellers({ adult: 2, child: 1 }),
  ) => findPrice({ pricingPer: "UNIT", travellers, rates, given });

  it.each([
    ["the rate of each unit", [priced], {}, [1_000, 500]],
    ["the tier of the total quantity, for every unit", [tiered], {}, [900, 900]],
    [
      "the next period's price for a unit the first does not price",
      [winner, priced],
      {},
      [1_200, 500],
    ],
    ["the given price, and the rate for a unit not named", [priced], { child: 0 }, [1_000, 0]],
    ["given prices alone where there is no rate", [], { adult: 1, child: 2 }, [1, 2]],
    ["a missing rate", [winner], {}, undefined],
    ["no rate at all", [], { adult: 1 }, undefined],
  ])("is %s", (_, rates, given, unitRetails) => {
    const expected = unitRetails && { per: "UNIT", unitRetails };
    expect(ofUnits(rates, given as Record<string, number>)).toEqual(expected);
  });

  it("falls back to the units' prices between two tiers, never to the next period's tiers", () => {
    const travellers = someTravellers({ adult: 5 });
    expect(ofUnits([tiered], {}, travellers)).toEqual({ per: "UNIT", unitRetails: [1_000] });
    expect(ofUnits([winner, tiered], {}, someTravellers({ adult: 2 }))).toEqual({
      per: "UNIT",
      unitRetails: [1_200],
    });
  });

  it("takes no price from an object's own inheritance", () => {
    expect(ofUnits([priced], {}, someTravellers({ constructor: 1 }))).toBeUndefined();
  });
});

describe("a price for the whole booking", () => {
  const travellers = someTravellers({ adult: 2, child: 1 });
  it.each([
    ["the highest rate of the booked units", "BOOKING", [priced], {}, 1_000],
    ["the tier of the total quantity", "BOOKING", [tiered], {}, 900],
    ["the highest given", "BOOKING", [tiered], { adult: 3, child: 4 }, 4],
    ["the tier of the participants, per resource", "RESOURCE", [tiered], {}, 700],
    ["the highest rate per resource", "RESOURCE", [priced], {}, 1_000],
    ["the rate of whichever unit has one", "BOOKING", [winner], {}, 1_200],
    ["nothing without a rate", "BOOKING", [], {}, undefined],
    ["nothing without a rate per resource", "RESOURCE", [], {}, undefined],
  ] as const)("is %s", (...row) => {
    const [, pricingPer, rates, given, retail] = row;
    const expected = retail === undefined ? undefined : { per: pricingPer, retail };
    expect(findPrice({ pricingPer, travellers, rates, given })).toEqual(expected);
  });
});

describe("the total", () => {
  const travellers = someTravellers({ adult: 2, child: 1 });
  it.each<[string, Price, number | undefined]>([
    ["sums the units", { per: "UNIT", unitRetails: [1_000, 500] }, 2_500],
    ["is the price of a booking", { per: "BOOKING", retail: 900 }, 900],
    ["counts the resources taken", { per: "RESOURCE", retail: 900 }, 1_800],
    ["is the greatest integer there is", { per: "BOOKING", retail: 2 ** 53 - 1 }, 2 ** 53 - 1],
    ["is none where it is no exact integer", { per: "RESOURCE", retail: 2 ** 52 }, undefined],
    ["nor is a sum", { per: "UNIT", unitRetails: [2 ** 52, 1] }, undefined],
  ])("%s", (_, price, expected) => {
    expect(totalOf(price, travellers, 2)).toBe(expected);
  });
});

describe("the smallest party of a unit", () => {
  const none = { minUnits: null, maxUnits: null };
  it.each([
    ["is one", {}, none, [1, 1]],
    ["counts its people", { paxCount: 4 }, none, [1, 4]],
    ["has the unit's least", { minQuantity: 2 }, none, [2, 2]],
    ["has the option's least", { minQuantity: 2 }, { minUnits: 3, maxUnits: 3 }, [3, 3]],
    ["is one, though none were enough", {}, { minUnits: 0, maxUnits: 9 }, [1, 1]],
    ["is none above the unit's most", { maxQuantity: 2 }, { minUnits: 3, maxUnits: 9 }, []],
    ["is none above the option's most", {}, { minUnits: 3, maxUnits: 2 }, []],
    ["is none where nothing may be sold", { maxQuantity: 0 }, none, []],
  ])("%s", (_, restrictions, limits, expected) => {
    const smallest = smallestTravellers(aUnit("a", restrictions), { restrictions: limits });
    const found = smallest ? [smallest.quantity, smallest.participants] : [];
    expect(found).toEqual(expected);
  });

  it("is none of an archived unit", () => {
    const archived = { ...aUnit("a"), deletedAt: "2027-01-01T00:00:00.000Z" };
    expect(smallestTravellers(archived, { restrictions: none })).toBeUndefined();
  });
});
