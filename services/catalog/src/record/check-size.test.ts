import { describe, expect, it } from "@jest/globals";
import { refusalOf } from "@slipway/broker";
import { checkSize } from "./check-size.ts";

describe("an option's document", () => {
  const text = "x".repeat(60_000);
  const at = new Date(0);
  const unit = {
    id: "unt_1",
    name: "Adult",
    reference: "adult",
    type: "ADULT",
    requiredContactFields: [],
    restrictions: text,
    metadata: text,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  } as const;
  const withUnits = (count: number) => ({
    units: Array.from({ length: count }, () => unit),
    pricingPeriods: [],
  });

  it("takes eight units of the largest kind", () => {
    expect(() => {
      checkSize(withUnits(8));
    }).not.toThrow();
  });

  it("takes a hundred units with a price of each in a hundred seasons", () => {
    const units = Array.from({ length: 100 }, (_, index) => ({
      ...unit,
      id: `unt_${String(index).padStart(32, "0")}`,
      name: "Adult with a bicycle",
      restrictions: "{}",
      metadata: "{}",
    }));
    const season = {
      id: "prp_019aa5b1e340736581471f438acfd0b5",
      startMonthDay: "04-01",
      endMonthDay: "10-31",
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      startTimes: Array.from({ length: 24 }, (_, hour) => `${hour}:00`.padStart(5, "0")),
      label: "High season, with the night boats",
      color: "#b3261e",
      retailPrices: Object.fromEntries(units.map(({ id }) => [id, 1_250])),
      retailPriceTiers: null,
      createdAt: at,
      updatedAt: at,
    };
    expect(() => {
      checkSize({ units, pricingPeriods: Array.from({ length: 100 }, () => season) });
    }).not.toThrow();
  });

  it("refuses what would no longer fit", () => {
    let refusal: ReturnType<typeof refusalOf>;
    try {
      checkSize(withUnits(9));
    } catch (error) {
      refusal = refusalOf(error);
    }
    expect(refusal?.code).toBe("VALIDATION_FAILED");
  });
});
