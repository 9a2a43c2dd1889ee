import { describe, expect, it } from "@jest/globals";
import { isSameAs } from "./pricing-period.ts";

describe("pricing periods", () => {
  const given = {
    startMonthDay: "01-01",
    endMonthDay: "12-31",
    weekdays: [0, 6],
    startTimes: ["09:00"],
    validFrom: null,
    validUntil: "2028-10-31",
    label: null,
    color: null,
    retailPrices: { unt_1: 1250, unt_2: 0 },
    retailPriceTiers: [{ minQuantity: 1, maxQuantity: 5, retail: 900 }],
  };
  const at = new Date(0);
  const standing = { ...given, id: "prp_1", createdAt: at, updatedAt: at };

  it("are the same in any order of keys", () => {
    expect(isSameAs([standing], [{ ...given, retailPrices: { unt_2: 0, unt_1: 1250 } }])).toBe(
      true,
    );
    const { validFrom: _, ...earlier } = standing;
    expect(isSameAs([earlier], [given])).toBe(true);
    expect(isSameAs([], [])).toBe(true);
  });

  it.each([
    ["a price", { retailPrices: { unt_1: 1251, unt_2: 0 } }],
    ["a unit", { retailPrices: { unt_1: 1250 } }],
    ["a tier", { retailPriceTiers: [{ minQuantity: 1, maxQuantity: 6, retail: 900 }] }],
    ["no tiers", { retailPriceTiers: null }],
    ["a label", { label: "Summer" }],
    ["a first day", { validFrom: "2028-01-01" }],
    ["no last day", { validUntil: null }],
    ["a weekday", { weekdays: [0] }],
  ])("differ by %s", (_what, change) => {
    expect(isSameAs([standing], [{ ...given, ...change }])).toBe(false);
  });

  it("differ by their order and number", () => {
    const other = { ...given, label: "Summer" };
    expect(isSameAs([standing, { ...standing, label: "Summer" }], [other, given])).toBe(false);
    expect(isSameAs([standing], [])).toBe(false);
  });
});
