import { expect, it } from "@jest/globals";
import type { OptionWithDetails } from "@slipway/client";
import { changesOf, columnsOf, copiedForNextYear, newColumn } from "./price-columns.ts";

const when = {
  startMonthDay: "04-01",
  endMonthDay: "10-31",
  weekdays: [0, 6],
  startTimes: ["09:00"],
  label: "Summer",
  validFrom: null,
  validUntil: null,
};
const period = {
  ...when,
  id: "period",
  retailPrices: { adult: 4550 },
  retailPriceTiers: [{ minQuantity: 1, maxQuantity: 4, retail: 9000 }],
};
const option = (given: object) =>
  ({ pricingPeriods: [], availabilityPeriods: [], ...given }) as unknown as OptionWithDetails;

it("shows stored prices in whole units, and sends those that are touched in minor ones", () => {
  const [column] = columnsOf(option({ pricingPeriods: [period] }), 100);
  expect(column).toMatchObject({ prices: { adult: 45.5 }, tiers: [{ from: 1, to: 4, price: 90 }] });
  expect(changesOf([column!], 100)).toEqual([]);
  const prices = { adult: 19.99, child: "" };
  expect(changesOf([{ ...column!, prices, isTouched: true }], 100)).toEqual([
    {
      period,
      given: { ...when, retailPrices: { adult: 1999 }, retailPriceTiers: period.retailPriceTiers },
    },
  ]);
  expect(changesOf([{ ...column!, isTouched: true, isRemoved: true }], 100)).toEqual([{ period }]);
});

it("begins with the seasons where nothing has a price, and sends none that stays empty", () => {
  const columns = columnsOf(option({ availabilityPeriods: [{ ...when, id: "season" }] }), 100);
  expect(columns.map((each) => each.when)).toEqual([when]);
  expect(changesOf(columns, 100)).toEqual([]);
  expect(changesOf([{ ...newColumn(when), isRemoved: true }], 100)).toEqual([]);
});

it("copies prices for the next year that has none yet, and winters that end in a February", () => {
  const columns = columnsOf(option({ pricingPeriods: [period] }), 100);
  const next = copiedForNextYear(columns[0]!, columns, "2026-11-27");
  expect(next).toMatchObject({ prices: { adult: 45.5 }, isTouched: true });
  const after = copiedForNextYear(columns[0]!, [...columns, next], "2026-11-27");
  const windows = [next, after].map(({ when: { validFrom, validUntil } }) => [
    validFrom,
    validUntil,
  ]);
  expect(windows).toEqual([
    ["2027-01-01", "2027-12-31"],
    ["2028-01-01", "2028-12-31"],
  ]);
  const winter = newColumn({ ...when, validFrom: "2027-11-01", validUntil: "2028-02-29" });
  expect(copiedForNextYear(winter, [], "2026-11-27").when).toMatchObject({
    validFrom: "2028-11-01",
    validUntil: "2029-02-28",
  });
  const ended = newColumn({ ...when, validUntil: "2027-10-31" });
  expect(copiedForNextYear(ended, [], "2026-11-27").when).toMatchObject({
    validFrom: "2027-11-01",
    validUntil: "2028-10-31",
  });
});

it("copies the prices of a season for next year, to be saved", () => {
  const columns = columnsOf(option({ pricingPeriods: [period] }), 100);
  const copied = copiedForNextYear(columns[0]!, columns, "2026-11-27");
  expect(copied).toMatchObject({ prices: { adult: 45.5 }, tiers: [{ price: 90 }] });
  expect(copied.when.validFrom).toBe("2027-01-01");
  expect(changesOf([copied], 100)).toHaveLength(1);
});
