import { describe, expect, it } from "@jest/globals";
import type { OptionFacts } from "../option-facts.ts";
import { createPricing, pricedTravellersOf } from "./prices.ts";

const july1 = Date.parse("2027-07-01T08:00:00.000Z");

interface PriceFields {
  pricingPer?: "UNIT" | "BOOKING" | "RESOURCE" | null;
  minUnits?: number | null;
  /** The restrictions of the child. */
  restrictions?: object;
  retailPrices?: Record<string, number>;
  tiers?: [least: number, most: number, retail: number][];
  unitsTaken?: (number | null)[];
  charges?: Partial<OptionFacts["charges"][number]>[];
  manual?: boolean;
  start?: number;
}

const aTax = {
  kind: "TAX",
  name: "VAT",
  basis: "PERCENT",
  amount: 1_000,
  included: false,
} as const;

/** The prices of an option with an adult, a child and an archived unit, at 10:00 in Rome. */
function pricesOf(given: PriceFields) {
  const { pricingPer = "UNIT", minUnits = null, tiers, manual = false, start = july1 } = given;
  const { retailPrices = { adult: 1_000, child: 500, old: 1 }, unitsTaken = [] } = given;
  const unit = (id: string, restrictions: object, deletedAt: string | null = null) => ({
    id,
    restrictions,
    deletedAt,
  });
  const facts = {
    option: { pricingPer, restrictions: { minUnits, maxUnits: null } },
    units: [
      unit("old", {}, "2027-01-01T00:00:00.000Z"),
      unit("adult", {}),
      unit("child", given.restrictions ?? {}),
    ],
    pricingPeriods: [
      {
        id: "prp_1",
        startMonthDay: "06-01",
        endMonthDay: "08-31",
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        startTimes: ["10:00"],
        retailPrices,
        retailPriceTiers:
          tiers?.map(([minQuantity, maxQuantity, retail]) => ({
            minQuantity,
            maxQuantity,
            retail,
          })) ?? null,
      },
    ],
    charges: (given.charges ?? []).map((charge) => ({ ...aTax, ...charge })),
    timezone: "Europe/Rome",
    currency: "KWD",
  } as unknown as OptionFacts;
  const travellersByUnit = pricedTravellersOf(facts);
  const pricing = createPricing({ facts, travellersByUnit, own: undefined, unitsTaken });
  return pricing({ start, manual }).prices;
}

function shown(given: PriceFields): Record<string, number> {
  return Object.fromEntries(pricesOf(given).units.map(({ unitId, retail }) => [unitId, retail]));
}

describe("the prices of a departure", () => {
  it.each<[string, PriceFields, Record<string, number>]>([
    ["are those of one of each unit", {}, { adult: 1_000, child: 500 }],
    [
      "count an option without prices as one per unit",
      { pricingPer: null },
      { adult: 1_000, child: 500 },
    ],
    ["take the tier of one", { tiers: [[1, 1, 900]] }, { adult: 900, child: 900 }],
    ["take no tier of more", { tiers: [[2, 9, 900]] }, { adult: 1_000, child: 500 }],
    [
      "are those of one, though a booking has two",
      { minUnits: 2, tiers: [[2, 9, 9]] },
      { adult: 1_000, child: 500 },
    ],
    ["leave out a unit without one", { retailPrices: { child: 500 } }, { child: 500 }],
    ["are none at a time without rates", { start: july1 + 1 }, {}],
    [
      "of a manual departure are its day's",
      { start: july1 + 60_000, manual: true },
      { adult: 1_000, child: 500 },
    ],
    [
      "of a booking are those of its smallest party",
      { pricingPer: "BOOKING" },
      { adult: 1_000, child: 500 },
    ],
    [
      "of a booking look at its least",
      { pricingPer: "BOOKING", minUnits: 2, tiers: [[2, 9, 9]] },
      { adult: 9, child: 9 },
    ],
    [
      "leave out a unit that cannot be sold",
      { pricingPer: "BOOKING", restrictions: { maxQuantity: 0 } },
      { adult: 1_000 },
    ],
    [
      "of resources count those that are taken",
      { pricingPer: "RESOURCE", unitsTaken: [2, 3] },
      { adult: 2_000, child: 1_500 },
    ],
    [
      "of resources look at the people",
      {
        pricingPer: "RESOURCE",
        restrictions: { paxCount: 4 },
        tiers: [[4, 4, 7]],
        unitsTaken: [1, 2],
      },
      { adult: 1_000, child: 14 },
    ],
    [
      "of resources are none without a requirement",
      { pricingPer: "RESOURCE", unitsTaken: [null, null] },
      {},
    ],
    ["of resources are none where capacity did not say", { pricingPer: "RESOURCE" }, {}],
    ["of one of each unit leave added taxes out", { charges: [{}] }, { adult: 1_000, child: 500 }],
    [
      "of a booking have the added taxes and fees of its smallest party, and not the included ones",
      {
        pricingPer: "BOOKING",
        minUnits: 2,
        charges: [
          {},
          { basis: "UNIT", amount: 7 },
          { basis: "BOOKING", amount: 100, included: true },
        ],
      },
      { adult: 1_114, child: 564 },
    ],
    [
      "of resources have them, too",
      { pricingPer: "RESOURCE", unitsTaken: [2, 3], charges: [{ basis: "BOOKING", amount: 30 }] },
      { adult: 2_030, child: 1_530 },
    ],
    [
      "leave out a total that its charges make no exact integer",
      {
        pricingPer: "BOOKING",
        retailPrices: { adult: 2 ** 53 - 2, child: 1 },
        charges: [{ basis: "BOOKING", amount: 9 }],
      },
      { child: 10 },
    ],
    [
      "leave out a total that is no exact integer",
      { pricingPer: "RESOURCE", retailPrices: { adult: 2 ** 52, child: 1 }, unitsTaken: [2, 2] },
      { child: 2 },
    ],
  ])("%s", (_, given, expected) => {
    expect(shown(given)).toEqual(expected);
  });

  it("begin with the lowest, in the tenant's currency", () => {
    expect(pricesOf({})).toMatchObject({ currency: "KWD", currencyPrecision: 3, from: 500 });
    expect(pricesOf({ retailPrices: {} })).toMatchObject({
      pricingPer: "UNIT",
      units: [],
      from: null,
    });
    expect(pricesOf({ retailPrices: { adult: 0, child: 5 } })).toMatchObject({ from: 0 });
  });
});
