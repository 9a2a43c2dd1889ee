import { expect, it } from "@jest/globals";
import { forNextYear, hasSameTimes, isMovable, partsInYear, withEndAt } from "./when.ts";

it.each([
  ["2026", null, "2026-12-31", "0-31 335-366"],
  ["2027", null, "2026-12-31", ""],
  ["2028", "2028-01-10", "2028-12-05", "9-31 335-340"],
  ["2028", "2027-12-01", "2028-01-31", "0-31"],
])("draws of %s what the window %s to %s has of it", (year, validFrom, validUntil, parts) => {
  const season = { startMonthDay: "12-01", endMonthDay: "01-31", validFrom, validUntil };
  const drawn = partsInYear(season, Number(year)).map((part) => part.join("-"));
  expect(drawn.join(" ")).toBe(parts);
});

const summer = {
  startMonthDay: "04-01",
  endMonthDay: "10-31",
  weekdays: [6],
  startTimes: ["09:00"],
};

it("copies a season of every year for the first year to come that has none", () => {
  const next = forNextYear(summer, [summer], "2026-11-27");
  expect(next).toMatchObject({ ...summer, validFrom: "2027-01-01", validUntil: "2027-12-31" });
  expect(forNextYear(summer, [next], "2026-11-27")).toMatchObject({ validFrom: "2028-01-01" });
  const sundays = { ...next, weekdays: [0] };
  expect(forNextYear(summer, [sundays], "2026-11-27")).toEqual(next);
});

it.each([
  ["2027-11-01", "2028-02-29", "2028-11-01", "2029-02-28"],
  [null, "2027-10-31", "2027-11-01", "2028-10-31"],
  ["2027-10-31", null, "2028-10-31", null],
])("copies the window from %s to %s", (validFrom, validUntil, from, until) => {
  const copied = forNextYear({ ...summer, validFrom, validUntil }, [], "2026-11-27");
  expect([copied.validFrom, copied.validUntil]).toEqual([from, until]);
});

it.each([
  ["its name", { label: "Warm" }, true],
  ["its years", { validFrom: "2028-06-01" }, true],
  ["its excepted days", { exceptDates: ["2028-08-15"] }, true],
  ["the order of its days", { weekdays: [0, 6] }, true],
  ["its days", { endMonthDay: "09-01" }, false],
  ["its days of the week", { weekdays: [6] }, false],
  ["its times", { startTimes: ["11:00"] }, false],
])("has the same times after a change of %s: %j gives %s", (_, change, isSame) => {
  const weekend = { ...summer, weekdays: [6, 0] };
  expect(hasSameTimes(weekend, { ...weekend, ...change })).toBe(isSame);
});

const from = (monthDay: string) => ({ ...summer, validFrom: `2027-${monthDay}` });
const winter = { ...summer, startMonthDay: "12-01", endMonthDay: "01-31" };

it.each([
  ["its first day", summer, 0, "first", 100, { startMonthDay: "04-10" }],
  ["its last day", summer, 0, "last", 365, { endMonthDay: "12-31" }],
  ["its first day no further than its last", summer, 0, "first", 365, { startMonthDay: "10-31" }],
  ["its last day no further than its first", summer, 0, "last", -20, { endMonthDay: "04-01" }],
  ["its last day over the turn of the year", winter, 0, "last", 40, { endMonthDay: "02-10" }],
  ["its first day up to its last", winter, 1, "first", 3, { startMonthDay: "02-01" }],
  ["its window", from("05-01"), 0, "first", 59, { validFrom: "2027-02-28" }],
  [
    "both where the window begins with the season",
    from("04-01"),
    0,
    "first",
    80,
    { startMonthDay: "03-21", validFrom: "2027-03-21" },
  ],
] as const)("moves %s", (_, season, part, side, day, fields) => {
  expect(withEndAt(season, 2027, { part, side }, day)).toEqual({ ...season, ...fields });
});

it("moves no end that only the turn of the year makes", () => {
  const ends = [0, 1].flatMap((part) =>
    (["first", "last"] as const).map((side) => isMovable(winter, 2027, { part, side })),
  );
  expect(ends).toEqual([false, true, true, false]);
});
