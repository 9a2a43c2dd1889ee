import { expect, it } from "@jest/globals";
import { dayOf, partsOfYear, timesOf } from "./year.ts";

it.each([
  ["a season", "04-01", "10-31", [[91, 305]]],
  ["a day", "02-29", "02-29", [[59, 60]]],
  ["the whole year", "01-01", "12-31", [[0, 366]]],
  [
    "the turn of the year",
    "12-01",
    "01-31",
    [
      [0, 31],
      [335, 366],
    ],
  ],
])("draws %s", (_, startMonthDay, endMonthDay, parts) => {
  expect(partsOfYear({ startMonthDay, endMonthDay })).toEqual(parts);
});

it("counts days with a February 29", () => {
  expect([dayOf("01-01"), dayOf("03-01"), dayOf("12-31")]).toEqual([0, 60, 365]);
});

it.each([
  ["09:00", ["09:00"]],
  ["09:00, 14:30 ;18:00", ["09:00", "14:30", "18:00"]],
  ["9:00", undefined],
  ["24:00", undefined],
  ["", undefined],
])("reads times of %j", (text, times) => expect(timesOf(text)).toEqual(times));
