import { expect, it } from "@jest/globals";
import type { OptionWithDetails } from "@slipway/client";
import { missingStepsOf } from "./setup.ts";

const whole = {
  units: [{ id: "adult" }, { id: "child" }],
  resourceRequirements: [{}],
  availabilityPeriods: [{}],
  pricingPer: "UNIT",
  pricingPeriods: [
    { retailPrices: { adult: 1 }, retailPriceTiers: null },
    { retailPrices: { child: 1 }, retailPriceTiers: null },
  ],
};
const missing = (...options: object[]) =>
  missingStepsOf(options.map((each) => ({ ...whole, ...each })) as unknown as OptionWithDetails[]);

it("says what a product lacks to be sold, in the order of the steps", () => {
  expect(missing()).toEqual(["tickets", "resources", "seasons", "prices"]);
  expect(missing({})).toEqual([]);
  expect(missing({}, { resourceRequirements: [], availabilityPeriods: [] })).toEqual([
    "resources",
    "seasons",
  ]);
});

it("asks for a price of each ticket, unless one price is for all of a party", () => {
  const pricingPeriods = [{ retailPrices: { adult: 1 }, retailPriceTiers: null }];
  expect(missing({ pricingPeriods })).toEqual(["prices"]);
  expect(missing({ pricingPeriods, pricingPer: "BOOKING" })).toEqual([]);
  const retailPriceTiers = [{ minQuantity: 1, maxQuantity: 9, retail: 1 }];
  expect(missing({ pricingPeriods: [{ retailPrices: {}, retailPriceTiers }] })).toEqual([]);
  expect(missing({ pricingPeriods: [] })).toEqual(["prices"]);
});
