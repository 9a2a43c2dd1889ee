import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isoOf, localTextOf } from "./local-time.ts";

describe("a local text", () => {
  it.each([
    ["Europe/Rome", "2027-03-28T00:59:00.000Z", "2027-03-28T01:59:00+01:00"],
    ["Europe/Rome", "2027-03-28T01:00:00.000Z", "2027-03-28T03:00:00+02:00"],
    ["Europe/Rome", "2027-10-31T00:30:00.000Z", "2027-10-31T02:30:00+02:00"],
    ["Europe/Rome", "2027-10-31T01:30:00.000Z", "2027-10-31T02:30:00+01:00"],
    ["America/New_York", "2027-03-14T06:59:00.000Z", "2027-03-14T01:59:00-05:00"],
    ["America/New_York", "2027-03-14T07:00:00.000Z", "2027-03-14T03:00:00-04:00"],
    ["America/St_Johns", "2027-01-01T03:29:00.000Z", "2026-12-31T23:59:00-03:30"],
    ["Asia/Kathmandu", "2027-01-01T00:00:00.000Z", "2027-01-01T05:45:00+05:45"],
    ["Pacific/Kiritimati", "2027-01-01T10:00:00.000Z", "2027-01-02T00:00:00+14:00"],
    ["UTC", "2027-01-01T10:00:00.000Z", "2027-01-01T10:00:00+00:00"],
    // Rome was 49:56 ahead: the offset is rounded.
    ["Europe/Rome", "1850-01-01T12:00:00.000Z", "1850-01-01T12:50:00+00:50"],
  ])("in %s of %s is %s", (zone, instant, expected) => {
    expect(localTextOf(zone, Date.parse(instant))).toBe(expected);
  });

  it("names the instant, whatever the zone and the year", () => {
    const zones = [
      "Europe/Rome",
      "America/St_Johns",
      "Africa/Cairo",
      "Pacific/Apia",
      "Asia/Tehran",
    ];
    const seconds = fc.integer({ min: -60_000_000_000, max: 250_000_000_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
        const text = localTextOf(zone, second * 1_000);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
        expect(Date.parse(text)).toBe(second * 1_000);
      }),
    );
  });
});

it("an instant is written as the language writes it", () => {
  const milliseconds = fc.integer({ min: -60_000_000_000_000, max: 260_000_000_000_000 });
  const minutes = milliseconds.map((instant) => instant - (instant % 60_000));
  fc.assert(
    fc.property(fc.oneof(milliseconds, minutes), (instant) => {
      expect(isoOf(instant)).toBe(new Date(instant).toISOString());
    }),
  );
});
