import { expect, it } from "@jest/globals";
import type { AvailabilityEntry } from "@slipway/client";
import { type Sold, isMissing, saleChecksOf } from "./sale-checks.ts";

const priced = (...unitIds: string[]) =>
  ({
    startAt: unitIds.join(),
    prices: { pricingPer: "UNIT", units: unitIds.map((unitId) => ({ unitId, retail: 1 })) },
  }) as unknown as AvailabilityEntry;

const pricedBy = (pricingPer: string, from: number | null, ...unitIds: string[]) =>
  ({
    startAt: "2028-06-01T07:00:00Z",
    prices: { pricingPer, from, units: unitIds.map((unitId) => ({ unitId, retail: 1 })) },
  }) as unknown as AvailabilityEntry;

const whole = {
  units: [{ id: "adult" }, { id: "child" }],
  resourceRequirements: [{}],
  availabilityPeriods: [{}],
  metadata: {},
};

function missingOf(option: object, departures = [priced("adult", "child")]): string[] {
  const sold = { option: { ...whole, ...option }, product: { metadata: {} }, departures };
  return saleChecksOf(sold as unknown as Sold)
    .filter(isMissing)
    .map(({ of }) => of);
}

it.each([
  ["nothing", {}, undefined, []],
  ["its units", { units: [] }, undefined, ["units"]],
  ["no resource, which is no lack", { resourceRequirements: [] }, undefined, []],
  ["its season", { availabilityPeriods: [] }, [], ["seasons", "departures"]],
  ["a price of one unit", {}, [priced("adult")], ["prices"]],
  ["no price of a unit that is not sold alone", {}, [pricedBy("BOOKING", 1, "adult")], []],
  ["the price of a whole party", {}, [pricedBy("RESOURCE", null)], ["prices"]],
])("an option lacks %s", (_, option, departures, missing) => {
  expect(missingOf(option, departures)).toEqual(missing);
});

it("says whether a booking needs approval, by the option or else by its product", () => {
  const sold = { option: whole, product: { metadata: { directBooking: false } }, departures: [] };
  const checks = saleChecksOf(sold as unknown as Sold);
  expect(checks.at(-1)).toEqual({ of: "approval", isNeeded: true });
});
