import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import {
  createOption,
  createUnit,
  setPricingPeriods,
  updateOption,
  updateUnit,
} from "./catalog.ts";
import { fieldErrors } from "./field-errors.ts";

function unitErrors(restrictions: object): string[] {
  const input = { id: "opt_1", name: "Adult", type: "ADULT", restrictions };
  const { error } = createUnit.input.safeParse(input);
  const ofPatch = updateUnit.input.safeParse({ id: "uni_1", restrictions });
  expect(ofPatch.success).toBe(!error);
  const errors = error ? fieldErrors(error, { schema: createUnit.input, input }, "body") : [];
  return errors.map(({ pointer, code }) => `${pointer} ${code}`);
}

describe("a unit's restrictions", () => {
  it.each([
    [{ paxCount: "2" }, "#/restrictions/paxCount INVALID_TYPE"],
    [{ paxCount: null }, "#/restrictions/paxCount INVALID_TYPE"],
    [{ paxCount: 1.5 }, "#/restrictions/paxCount INVALID_TYPE"],
    [{ paxCount: -1 }, "#/restrictions/paxCount TOO_SMALL"],
    [{ paxCount: 1001 }, "#/restrictions/paxCount TOO_BIG"],
    [{ minQuantity: -1 }, "#/restrictions/minQuantity TOO_SMALL"],
    [{ minQuantity: true }, "#/restrictions/minQuantity INVALID_TYPE"],
    [{ maxQuantity: [] }, "#/restrictions/maxQuantity INVALID_TYPE"],
    [{ maxQuantity: 10_000_001 }, "#/restrictions/maxQuantity TOO_BIG"],
    [{ minQuantity: 5, maxQuantity: 2 }, "#/restrictions/maxQuantity INVALID_VALUE"],
    [{ minQuantity: 1, maxQuantity: 0 }, "#/restrictions/maxQuantity INVALID_VALUE"],
  ])("are refused where a member that has a meaning cannot have it: %j", (given, error) => {
    expect(unitErrors(given)).toEqual([error]);
  });

  it.each([
    {},
    { paxCount: 0 },
    { paxCount: 1000, minQuantity: null, maxQuantity: 10_000_000 },
    { minQuantity: 2, maxQuantity: 2 },
    { minQuantity: 0, maxQuantity: 0 },
    { minAge: "six", "": [null] },
  ])("are free JSON otherwise: %j", (given) => {
    expect(unitErrors(given)).toEqual([]);
    const parsed = createUnit.input.parse({
      id: "o",
      name: "n",
      type: "OTHER",
      restrictions: given,
    });
    expect(parsed.restrictions).toEqual(given);
  });
});

describe("an option", () => {
  const named = { id: "prd_1", name: "Single", durationMinutes: 30 };

  it("has its contact fields sorted and once each", () => {
    const requiredContactFields = [...Array<"notes">(9).fill("notes"), "country"];
    const parsed = createOption.input.parse({ ...named, requiredContactFields });
    expect(parsed.requiredContactFields).toEqual(["country", "notes"]);
    expect(createOption.input.parse(named).requiredContactFields).toEqual([]);
  });

  it.each([
    [{ minUnits: 5, maxUnits: 2 }, false],
    [{ minUnits: 5 }, true],
    [{ minUnits: 2, maxUnits: 2 }, true],
    [{ minUnits: null, maxUnits: 0 }, true],
  ])("can be booked within its limits, or they are refused: %j", (restrictions, isTaken) => {
    expect(createOption.input.safeParse({ ...named, restrictions }).success).toBe(isTaken);
    expect(updateOption.input.safeParse({ id: "opt_1", restrictions }).success).toBe(isTaken);
  });

  it("is documented to take a contact field more often than there are fields", () => {
    const { properties } = z.toJSONSchema(createOption.input, {
      io: "input",
      unrepresentable: "any",
    });
    expect(properties).toHaveProperty("requiredContactFields.type", "array");
    expect(properties).not.toHaveProperty("requiredContactFields.maxItems");
  });

  it("counts up to ten million", () => {
    const isTaken = (fields: object): boolean =>
      createOption.input.safeParse({ ...named, ...fields }).success;
    for (const [count, expected] of [
      [10_000_000, true],
      [10_000_001, false],
    ] as const) {
      expect(isTaken({ cancellationCutoffAmount: count })).toBe(expected);
      expect(isTaken({ restrictions: { minUnits: count } })).toBe(expected);
      expect(isTaken({ restrictions: { maxUnits: count } })).toBe(expected);
      const retailPriceTiers = [{ minQuantity: 1, maxQuantity: count, retail: 5 }];
      const recurrence = {
        startMonthDay: "01-01",
        endMonthDay: "12-31",
        weekdays: [1],
        startTimes: ["09:00"],
      };
      const periods = [{ ...recurrence, retailPrices: {}, retailPriceTiers }];
      const prices = { id: "opt_1", pricingPer: "UNIT", periods };
      expect(setPricingPeriods.input.safeParse(prices).success).toBe(expected);
    }
  });
});
