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

  it("takes fifty units of the largest kind", () => {
    expect(() => {
      checkSize(withUnits(50));
    }).not.toThrow();
  });

  it("refuses what would no longer fit", () => {
    let refusal: ReturnType<typeof refusalOf>;
    try {
      checkSize(withUnits(60));
    } catch (error) {
      refusal = refusalOf(error);
    }
    expect(refusal?.code).toBe("VALIDATION_FAILED");
  });
});
