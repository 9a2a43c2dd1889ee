import { expect, it } from "@jest/globals";
import { clockChanges, dayOf, isOfDay, partsOfYear, timesOf } from "./year.ts";

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

const winter = {
  startMonthDay: "12-01",
  endMonthDay: "02-29",
  weekdays: [4, 5],
  startTimes: ["09:00"],
  validFrom: "2028-01-01",
};

it.each([
  ["its first day", "2028-12-01", true],
  ["a day of the next year", "2028-01-06", true],
  ["its last day, of leap years alone", "2036-02-29", true],
  ["another day of the week", "2028-12-02", false],
  ["a day outside", "2028-03-02", false],
  ["a day before its window", "2027-12-31", false],
])("knows that %s is one of a period or is not", (_, day, expected) => {
  expect(isOfDay(winter, day)).toBe(expected);
});

it.each([
  ["Europe/Rome", ["2027-03-28", "2027-10-31"]],
  // Towards midnight: the day before that of most other places.
  ["America/Nuuk", ["2027-03-27", "2027-10-30"]],
  ["Pacific/Auckland", ["2027-04-04", "2027-09-26"]],
  ["Asia/Tokyo", []],
])("knows the days on which clocks of %s change", (zone, days) => {
  expect(clockChanges("2026-11-26", zone)).toEqual(days);
});
