import { describe, expect, it } from "@jest/globals";
import type { Price } from "@slipway/departures";
import fc from "fast-check";
import { aUnitCount, someTravellers } from "../../test/builders.ts";
import { pricingSnapshotOf } from "./pricing.ts";

describe("a snapshot", () => {
  const snapshot = (
    price: Price,
    travellers = someTravellers(aUnitCount("adult", 2), aUnitCount("child", 1)),
    taken = 1,
  ) => pricingSnapshotOf({ price, travellers, unitsTaken: taken, currency: "EUR" });

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

  it("sums to its total in every mode", () => {
    const line = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.nat(1_000_000));
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.constantFrom("UNIT", "BOOKING", "RESOURCE"),
        fc.nat(2 ** 40),
        (lines, per, retail) => {
          const travellers = someTravellers(
            ...lines.map(([quantity], index) => aUnitCount(`u${index}`, quantity)),
          );
          const price: Price =
            per === "UNIT" ? { per, unitRetails: lines.map(([, each]) => each) } : { per, retail };
          const made = snapshot(price, travellers, 3);
          if (made === "TOO_BIG") return false;
          const sum = made.unitPricing.reduce((total, one) => total + one.retail, 0);
          return sum === made.retail && made.unitPricing.every((one) => one.retail >= 0);
        },
      ),
    );
  });
});
