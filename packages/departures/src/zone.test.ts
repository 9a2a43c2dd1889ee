import { describe, expect, it } from "@jest/globals";
import { instantOfLocal, minusLocalDays, localTimeOf } from "./zone.ts";

const iso = (instant: number): string => new Date(instant).toISOString().slice(0, 16);

describe("instantOfLocal", () => {
  it.each([
    ["Europe/Rome", "2027-07-01", "10:00", "2027-07-01T08:00"],
    ["Europe/Rome", "2027-03-28", "02:30", "2027-03-28T01:30"],
    ["Europe/Rome", "2027-10-31", "02:30", "2027-10-31T00:30"],
    ["Pacific/Apia", "2011-12-30", "10:00", "2011-12-30T20:00"],
    ["Asia/Kathmandu", "2027-01-01", "00:00", "2026-12-31T18:15"],
    ["UTC", "0001-01-01", "00:00", "0001-01-01T00:00"],
    ["UTC", "9999-12-31", "23:59", "9999-12-31T23:59"],
  ])("%s %s %s is %s", (zone, date, time, instant) => {
    expect(iso(instantOfLocal(zone, date, time))).toBe(instant);
  });
});

describe("localTimeOf", () => {
  it.each([
    ["Europe/Rome", "2027-03-28T00:59Z", "2027-03-28T01:59"],
    ["Europe/Rome", "2027-03-28T01:00Z", "2027-03-28T03:00"],
    ["Europe/Rome", "2027-10-31T00:59Z", "2027-10-31T02:59"],
    ["Europe/Rome", "2027-10-31T01:00Z", "2027-10-31T02:00"],
    ["America/New_York", "2027-01-01T04:59Z", "2026-12-31T23:59"],
  ])("%s shows at %s: %s", (zone, instant, localTime) => {
    expect(iso(localTimeOf(zone, Date.parse(instant)))).toBe(localTime);
  });
});

describe("minusLocalDays", () => {
  it.each([
    ["no change between", "2027-07-10T08:00Z", 2, "2027-07-08T08:00"],
    ["a spring change between", "2027-03-28T08:00Z", 1, "2027-03-27T09:00"],
    ["an autumn change between", "2027-10-31T09:00Z", 1, "2027-10-30T08:00"],
    ["to a local time that does not exist", "2027-03-29T00:30Z", 1, "2027-03-28T01:30"],
    ["no days", "2027-03-28T08:00Z", 0, "2027-03-28T08:00"],
    ["into the year before", "2027-01-01T08:00Z", 1, "2026-12-31T08:00"],
  ])("%s", (_name, instant, days, expected) => {
    expect(iso(minusLocalDays("Europe/Rome", Date.parse(instant), days))).toBe(expected);
  });
});
