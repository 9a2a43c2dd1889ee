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
  const both = { adult: 1_000, child: 500 };
  const ofBooking = { pricingPer: "BOOKING" } as const;
  const ofResource = { pricingPer: "RESOURCE" } as const;
  const added = [
    {},
    { basis: "UNIT" as const, amount: 7 },
    { basis: "BOOKING" as const, amount: 100, included: true },
  ];
  const fee = (amount: number) => ({ charges: [{ basis: "BOOKING" as const, amount }] });

  it.each<[string, PriceFields, Record<string, number>]>([
    ["are those of one of each unit", {}, both],
    ["count an option without prices as one per unit", { pricingPer: null }, both],
    ["take the tier of one", { tiers: [[1, 1, 900]] }, { adult: 900, child: 900 }],
    ["take no tier of more", { tiers: [[2, 9, 900]] }, both],
    ["are those of one, though a booking has two", { minUnits: 2, tiers: [[2, 9, 9]] }, both],
    ["leave out a unit without one", { retailPrices: { child: 500 } }, { child: 500 }],
    ["are none at a time without rates", { start: july1 + 1 }, {}],
    ["of a manual departure are its day's", { start: july1 + 60_000, manual: true }, both],
    ["of a booking are those of its smallest party", ofBooking, both],
    [
      "of a booking look at its least",
      { ...ofBooking, minUnits: 2, tiers: [[2, 9, 9]] },
      { adult: 9, child: 9 },
    ],
    [
      "leave out a unit that cannot be sold",
      { ...ofBooking, restrictions: { maxQuantity: 0 } },
      { adult: 1_000 },
    ],
    [
      "of resources count those that are taken",
      { ...ofResource, unitsTaken: [2, 3] },
      { adult: 2_000, child: 1_500 },
    ],
    [
      "of resources look at the people",
      { ...ofResource, restrictions: { paxCount: 4 }, tiers: [[4, 4, 7]], unitsTaken: [1, 2] },
      { adult: 1_000, child: 14 },
    ],
    ["of resources are none without one", { ...ofResource, unitsTaken: [null, null] }, {}],
    ["of resources are none where capacity did not say", ofResource, {}],
    ["of one of each unit leave added taxes out", { charges: [{}] }, both],
    [
      "of a booking have the added taxes and fees of its smallest party, and not the included ones",
      { ...ofBooking, minUnits: 2, charges: added },
      { adult: 1_114, child: 564 },
    ],
    [
      "of resources have them, too",
      { ...ofResource, unitsTaken: [2, 3], ...fee(30) },
      { adult: 2_030, child: 1_530 },
    ],
    [
      "leave out a total that its charges make no exact integer",
      { ...ofBooking, retailPrices: { adult: 2 ** 53 - 2, child: 1 }, ...fee(9) },
      { child: 10 },
    ],
    [
      "leave out a total that is no exact integer",
      { ...ofResource, retailPrices: { adult: 2 ** 52, child: 1 }, unitsTaken: [2, 2] },
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
