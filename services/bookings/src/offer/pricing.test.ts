import { describe, expect, it } from "@jest/globals";
import type { Charge, Price } from "@slipway/departures";
import fc from "fast-check";
import { aUnitCount, someTravellers } from "../../test/builders.ts";
import { pricingSnapshotOf } from "./pricing.ts";

describe("a snapshot", () => {
  const snapshot = (
    price: Price,
    travellers = someTravellers(aUnitCount("adult", 2), aUnitCount("child", 1)),
    taken = 1,
    charges: Charge[] = [],
  ) => pricingSnapshotOf({ price, travellers, unitsTaken: taken, currency: "EUR", charges });

  it("lists each unit with its price, name, type and participants", () => {
    expect(snapshot({ per: "UNIT", unitRetails: [1_000, 500] })).toEqual({
      schemaVersion: 1,
      pricingPer: "UNIT",
      currency: "EUR",
      currencyPrecision: 2,
      retail: 2_500,
      unitPricing: [
        {
          unitId: "adult",
          quantity: 2,
          retail: 2_000,
          unitRetail: 1_000,
          name: "Name of adult",
          type: "ADULT",
          paxCount: 1,
        },
        {
          unitId: "child",
          quantity: 1,
          retail: 500,
          unitRetail: 500,
          name: "Name of child",
          type: "ADULT",
          paxCount: 1,
        },
      ],
    });
  });

  it("splits one amount by quantity and leaves the remainder to the first line", () => {
    const whole = snapshot({ per: "BOOKING", retail: 100 });
    expect(whole).toMatchObject({ retail: 100, unitPricing: [{ retail: 67 }, { retail: 33 }] });
    expect(JSON.stringify(whole)).not.toContain("unitRetail");
  });

  it("multiplies a price per resource by the units taken", () => {
    const boats = snapshot(
      { per: "RESOURCE", retail: 100 },
      someTravellers(aUnitCount("adult", 3)),
      4,
    );
    expect(boats).toMatchObject({ retail: 400, unitPricing: [{ retail: 400 }] });
    expect(snapshot({ per: "BOOKING", retail: 100 }, undefined, 4)).toMatchObject({ retail: 100 });
  });

  it.each<[string, Price, number]>([
    ["a line", { per: "UNIT", unitRetails: [Number.MAX_SAFE_INTEGER, 0] }, 1],
    ["the sum of the lines", { per: "UNIT", unitRetails: [2 ** 52, 1] }, 1],
    ["a price per resource", { per: "RESOURCE", retail: 2 ** 52 }, 2],
  ])("refuses when %s is no exact integer any more", (_, price, taken) => {
    expect(snapshot(price, undefined, taken)).toBe("TOO_BIG");
  });

  it("takes the greatest total there is", () => {
    const whole = snapshot({ per: "BOOKING", retail: Number.MAX_SAFE_INTEGER });
    expect(whole).toMatchObject({ retail: Number.MAX_SAFE_INTEGER });
  });

  it("has the lines of the units and of each charge, which the units' prices stay apart from", () => {
    const price: Price = { per: "UNIT", unitRetails: [1_000, 500] };
    const plain = snapshot(price);
    const vat = {
      name: "VAT",
      kind: "TAX",
      basis: "PERCENT",
      amount: 1_000,
      included: true,
    } as const;
    const port = { name: "Port", kind: "FEE", basis: "UNIT", amount: 50, included: false } as const;
    const line = { unitId: null, included: false };
    expect(snapshot(price, undefined, 1, [vat, port])).toEqual({
      ...(plain as object),
      schemaVersion: 2,
      retail: 2_650,
      lines: [
        {
          ...line,
          kind: "UNIT",
          name: "Name of adult",
          unitId: "adult",
          quantity: 2,
          amount: 2_000,
        },
        { ...line, kind: "UNIT", name: "Name of child", unitId: "child", quantity: 1, amount: 500 },
        { ...line, kind: "TAX", name: "VAT", quantity: 1, amount: 227, included: true },
        { ...line, kind: "FEE", name: "Port", quantity: 3, amount: 150 },
      ],
    });
    const most: Price = { per: "BOOKING", retail: Number.MAX_SAFE_INTEGER };
    expect(snapshot(most, undefined, 1, [port])).toBe("TOO_BIG");
  });

  it("sums to its total in every mode", () => {
    const charge = fc.record({
      name: fc.constant("Any"),
      kind: fc.constantFrom("TAX", "FEE"),
      basis: fc.constantFrom("PERCENT", "UNIT", "BOOKING"),
      amount: fc.nat(10_000),
      included: fc.boolean(),
    });
    const line = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.nat(1_000_000));
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.constantFrom("UNIT", "BOOKING", "RESOURCE"),
        fc.nat(2 ** 40),
        fc.array(charge, { maxLength: 5 }),
        (lines, per, retail, charges) => {
          const travellers = someTravellers(
            ...lines.map(([quantity], index) => aUnitCount(`u${index}`, quantity)),
          );
          const price: Price =
            per === "UNIT" ? { per, unitRetails: lines.map(([, each]) => each) } : { per, retail };
          const plain = snapshot(price, travellers, 3);
          const made = snapshot(price, travellers, 3, charges);
          if (plain === "TOO_BIG" || made === "TOO_BIG") return false;
          const sum = plain.unitPricing.reduce((total, one) => total + one.retail, 0);
          const added = made.lines?.filter(({ included }) => !included) ?? [];
          const whole = added.reduce((total, { amount }) => total + amount, 0);
          expect([made.unitPricing, made.retail]).toEqual([
            plain.unitPricing,
            charges.length === 0 ? sum : whole,
          ]);
          return sum === plain.retail && plain.unitPricing.every((one) => one.retail >= 0);
        },
      ),
    );
  });
});
