import { describe, expect, it } from "@jest/globals";
import { dayAfter, dayIn, instantOf, isDay, isSameTime, rangeOfDay } from "./zone.ts";

describe("rangeOfDay", () => {
  it.each([
    ["a usual day", "2027-06-01", "Europe/Rome", "2027-05-31T22:00", "2027-06-01T21:59"],
    ["23 hours in spring", "2027-03-28", "Europe/Rome", "2027-03-27T23:00", "2027-03-28T21:59"],
    ["25 hours in autumn", "2027-10-31", "Europe/Rome", "2027-10-30T22:00", "2027-10-31T22:59"],
    ["west of UTC", "2027-06-01", "America/New_York", "2027-06-01T04:00", "2027-06-02T03:59"],
    ["13 hours ahead", "2027-01-15", "Pacific/Auckland", "2027-01-14T11:00", "2027-01-15T10:59"],
    ["no midnight", "2027-04-30", "Africa/Cairo", "2027-04-29T22:00", "2027-04-30T20:59"],
    [
      "an hour twice before it",
      "2027-10-29",
      "Africa/Cairo",
      "2027-10-28T22:00",
      "2027-10-29T21:59",
    ],
    ["UTC", "2028-02-29", "UTC", "2028-02-29T00:00", "2028-02-29T23:59"],
  ])("%s", (_, date, zone, from, to) => {
    expect(rangeOfDay(date, zone)).toEqual({ from: `${from}:00.000Z`, to: `${to}:59.999Z` });
  });

  it("has every instant of its day and no other", () => {
    for (const zone of ["Europe/Rome", "America/Santiago", "Asia/Beirut", "Australia/Lord_Howe"])
      for (let date = "2027-01-01"; date < "2028-01-01"; date = dayAfter(date)) {
        const { from, to } = rangeOfDay(date, zone);
        const before = new Date(Date.parse(from) - 1);
        const after = new Date(Date.parse(to) + 1);
        expect([dayIn(from, zone), dayIn(to, zone)]).toEqual([date, date]);
        expect(dayIn(before, zone) < date && dayIn(after, zone) > date).toBe(true);
      }
  });
});

describe("instantOf", () => {
  it.each([
    ["a usual time", "2027-06-01T09:30", "2027-06-01T07:30"],
    ["one that clocks skip", "2027-03-28T02:30", "2027-03-28T01:30"],
    ["the first of two", "2027-10-31T02:30", "2027-10-31T00:30"],
  ])("%s", (_, local, utc) => {
    expect(new Date(instantOf(local, "Europe/Rome")).toISOString()).toBe(`${utc}:00.000Z`);
  });
});

describe("isDay", () => {
  it.each([
    ["2028-02-29", true],
    ["2027-02-29", false],
    ["2027-13-01", false],
    ["today", false],
    ["2027-1-1", false],
  ])("%s", (text, expected) => expect(isDay(text)).toBe(expected));
});

describe("isSameTime", () => {
  it.each([
    ["2027-06-01T10:00:00Z", "Europe/Rome", "Europe/Berlin", true],
    ["2027-01-01T10:00:00Z", "Europe/London", "UTC", true],
    ["2027-06-01T10:00:00Z", "Europe/London", "UTC", false],
  ])("%s in %s and %s", (at, zone, other, expected) => {
    expect(isSameTime(at, zone, other)).toBe(expected);
  });
});
