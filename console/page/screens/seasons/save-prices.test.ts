import { expect, it } from "@jest/globals";
import type { NewPricingPeriod, PricingPeriod } from "@slipway/client";
import { changedPeriods } from "./save-prices.ts";

const aPeriod = (first: string, price: number, weekdays = [1, 2]) => ({
  startMonthDay: first,
  endMonthDay: "12-31",
  weekdays,
  startTimes: ["09:00"],
  label: `from ${first}`,
  retailPrices: { unt_1: price },
});
const stored = (id: string, period: NewPricingPeriod) => ({ id, ...period }) as PricingPeriod;
const now = [stored("a", aPeriod("01-01", 1)), stored("b", aPeriod("06-01", 2))];
const asShown = stored("an id of before", aPeriod("06-01", 2, [2, 1]));
const starts = (periods: readonly NewPricingPeriod[]) =>
  periods.map((each) => `${each.startMonthDay} ${each.retailPrices["unt_1"]}`).join(", ");
const given = (first: string, price: number) => {
  const { label, ...typed } = aPeriod(first, price);
  return typed;
};

it.each([
  ["a new one", { given: given("03-01", 3) }, "01-01 1, 06-01 2, 03-01 3"],
  ["a new one that is there already", { given: given("06-01", 3) }, "01-01 1, 06-01 3"],
  ["another price", { period: asShown, given: given("06-01", 3) }, "01-01 1, 06-01 3"],
  ["another time", { period: asShown, given: given("07-01", 2) }, "01-01 1, 07-01 2"],
  ["one less", { period: asShown }, "01-01 1"],
  ["one less that is gone", { period: stored("c", aPeriod("02-02", 1)) }, starts(now)],
])("%s", (_, change, expected) => {
  expect(starts(changedPeriods(now, change))).toEqual(expected);
});

it("moved in time by a press whose answer was lost is there once", () => {
  const change = { period: asShown, given: given("07-01", 2) };
  const moved = changedPeriods(now, change).map((each) => stored("moved", each));
  expect(starts(changedPeriods(moved, change))).toEqual(starts(moved));
  expect(moved[1]?.label).toBe("from 06-01");
});
