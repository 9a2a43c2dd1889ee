import { describe, expect, it } from "@jest/globals";
import { departsAt, departuresOf } from "./departures.ts";
import type { Recurrence } from "./recurrence.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** Every day of the year at 10:00, but for what is given. */
function aPeriod(given: Partial<Recurrence> = {}): Recurrence {
  const year = { startMonthDay: "01-01", endMonthDay: "12-31" };
  return { ...year, weekdays: everyDay, startTimes: ["10:00"], ...given };
}

function departures(zone: string, from: string, to: string, ...periods: Recurrence[]): string[] {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  const instants = departuresOf(periods, zone, range);
  for (const instant of instants) expect(departsAt(periods, zone, instant)).toBe(true);
  return instants.map((instant) => new Date(instant).toISOString().slice(0, 16));
}

interface ClockChange {
  name: string;
  zone: string;
  times: string[];
  from: string;
  to: string;
  instants: string[];
}

/** Some by hand; the oracles go through every zone and year. */
const clockChanges: ClockChange[] = [
  {
    name: "Rome in spring: 02:00 to 03:00 do not exist and move forward by the hour",
    zone: "Europe/Rome",
    times: ["01:30", "02:00", "02:30", "03:00", "03:30"],
    from: "2027-03-27T23:00Z",
    to: "2027-03-28T12:00Z",
    instants: ["2027-03-28T00:30", "2027-03-28T01:00", "2027-03-28T01:30"],
  },
  {
    name: "Rome in autumn: 02:00 to 03:00 occur twice and are meant the first time",
    zone: "Europe/Rome",
    times: ["01:30", "02:00", "02:30", "03:00"],
    from: "2027-10-30T22:00Z",
    to: "2027-10-31T12:00Z",
    instants: ["2027-10-30T23:30", "2027-10-31T00:00", "2027-10-31T00:30", "2027-10-31T02:00"],
  },
];

describe("departures on days when the clocks change", () => {
  it.each(clockChanges)("$name", ({ zone, times, from, to, instants }) => {
    expect(departures(zone, from, to, aPeriod({ startTimes: times }))).toEqual(instants);
  });
});

interface Season {
  name: string;
  period: Partial<Recurrence>;
  from: string;
  to: string;
  days: string[];
}

const seasons: Season[] = [
  {
    name: "a season over the new year",
    period: { startMonthDay: "12-30", endMonthDay: "01-02" },
    from: "2027-12-01T00:00Z",
    to: "2028-02-01T00:00Z",
    days: ["2027-12-30", "2027-12-31", "2028-01-01", "2028-01-02"],
  },
  {
    name: "a season from 02-29: March 1 in other years",
    period: { startMonthDay: "02-29", endMonthDay: "03-01" },
    from: "2027-01-01T00:00Z",
    to: "2028-12-31T00:00Z",
    days: ["2027-03-01", "2028-02-29", "2028-03-01"],
  },
  {
    name: "02-29 to 02-29: leap years only, and 2100 is none",
    period: { startMonthDay: "02-29", endMonthDay: "02-29" },
    from: "2095-01-01T00:00Z",
    to: "2105-01-01T00:00Z",
    days: ["2096-02-29", "2104-02-29"],
  },
];

describe("days of a season", () => {
  it.each(seasons)("$name", ({ period, from, to, days }) => {
    const expected = days.map((day) => `${day}T10:00`);
    expect(departures("UTC", from, to, aPeriod(period))).toEqual(expected);
  });

  it("takes day and weekday from the zone, not from UTC", () => {
    const period = aPeriod({ weekdays: [1], startTimes: ["08:00"] });
    // Monday, 08:00 in Auckland is Sunday in UTC.
    expect(
      departures("Pacific/Auckland", "2027-07-01T00:00Z", "2027-07-08T00:00Z", period),
    ).toEqual(["2027-07-04T20:00"]);
  });
});

describe("a range", () => {
  const period = aPeriod({ startTimes: ["10:00", "11:00"] });

  it.each([
    ["0000-12-30T00:00Z", "0001-01-01T12:00Z", "0001-01-01T10:00"],
    ["9998-12-31T00:00Z", "9999-12-31T23:59Z", "9998-12-31T10:00"],
  ])("departs in the years 1 to 9998: between %s and %s at %s alone", (from, to, only) => {
    expect(departures("UTC", from, to, aPeriod())).toEqual([only]);
    const tenOClock = (day: string): number => Date.parse(`${day}T10:00:00.000Z`);
    expect(departsAt([aPeriod()], "UTC", tenOClock(only.slice(0, 10)))).toBe(true);
    for (const day of ["0000-12-31", "9999-01-01"])
      expect(departsAt([aPeriod()], "UTC", tenOClock(day))).toBe(false);
  });

  it("knows no departure beside the minute", () => {
    const instant = Date.parse("2027-07-01T10:00:00.000Z");
    expect(departsAt([period], "UTC", instant)).toBe(true);
    expect(departsAt([period], "UTC", instant + 1)).toBe(false);
    expect(departsAt([period], "UTC", instant + 30_000)).toBe(false);
  });
});
