import { expect, it } from "@jest/globals";
import { daysIn, daysOf, sumStarts } from "./sum-starts.ts";

const at = (startAt: string, source = "api/v1", more = {}) => ({
  startAt: Date.parse(startAt),
  source,
  productId: "tour",
  guests: 2,
  retail: 4_500,
  currency: "EUR",
  ...more,
});

it("counts by the local day and the source, from midnight to midnight", () => {
  const days = daysOf({ from: "2027-06-01", to: "2027-06-03", timezone: "Europe/Rome" });
  const starts = [
    at("2027-05-31T21:59:59.999Z"),
    at("2027-05-31T22:00:00Z"),
    at("2027-06-01T09:00:00Z", "shop"),
    at("2027-06-01T09:00:00Z", "lagoon"),
    at("2027-06-01T12:00:00Z"),
    at("2027-06-03T21:59:59.999Z"),
    at("2027-06-03T22:00:00Z"),
  ];
  expect(sumStarts(starts, days, ["date", "source"])).toMatchObject([
    { date: "2027-06-01", source: "api/v1", bookings: 2 },
    { date: "2027-06-01", source: "lagoon", bookings: 1 },
    { date: "2027-06-01", source: "shop", bookings: 1 },
    { date: "2027-06-03", source: "api/v1", bookings: 1 },
  ]);
});

it("sums guests and prices of each currency on its own", () => {
  const days = daysOf({ from: "2027-06-01", to: "2027-06-02", timezone: "Europe/Rome" });
  const starts = [
    at("2027-06-02T09:00:00Z", "shop", { productId: "walk", guests: 1, retail: 900 }),
    at("2027-06-01T09:00:00Z"),
    at("2027-06-02T09:00:00Z"),
    at("2027-06-01T09:00:00Z", "shop", { retail: 8_000, currency: "JPY" }),
    at("2027-06-03T09:00:00Z"),
  ];
  expect(sumStarts(starts, days, ["currency"])).toEqual([
    { currency: "EUR", bookings: 3, guests: 5, retail: 9_900 },
    { currency: "JPY", bookings: 1, guests: 2, retail: 8_000 },
  ]);
  expect(sumStarts(starts, days, ["productId", "currency"])).toEqual([
    { productId: "tour", currency: "EUR", bookings: 2, guests: 4, retail: 9_000 },
    { productId: "tour", currency: "JPY", bookings: 1, guests: 2, retail: 8_000 },
    { productId: "walk", currency: "EUR", bookings: 1, guests: 1, retail: 900 },
  ]);
});

it("sums up to the greatest integer that an answer may have", () => {
  const days = daysOf({ from: "2027-06-01", to: "2027-06-01", timezone: "Europe/Rome" });
  const most = Number.MAX_SAFE_INTEGER;
  const start = at("2027-06-01T09:00:00Z", "shop", { guests: most, retail: most - 1 });
  expect(sumStarts([start, start], days, ["currency"])).toEqual([
    { currency: "EUR", bookings: 2, guests: most, retail: most },
  ]);
});

it.each([
  ["of 23 hours", "2027-03-28", 23],
  ["of 25 hours", "2027-10-31", 25],
])("knows a day %s", (_, date, hours) => {
  const [day] = daysOf({ from: date, to: date, timezone: "Europe/Rome" });
  expect(((day?.endAt ?? 0) - (day?.startAt ?? 0)) / 3_600_000).toBe(hours);
  expect(daysIn({ from: "2027-03-01", to: "2027-03-31" })).toBe(31);
});
