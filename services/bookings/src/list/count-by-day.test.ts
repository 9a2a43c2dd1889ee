import { expect, it } from "@jest/globals";
import { countByDay, daysIn, daysOf } from "./count-by-day.ts";

const at = (startAt: string, source = "api/v1") => ({ startAt: Date.parse(startAt), source });

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
  expect(countByDay(starts, days)).toEqual([
    { date: "2027-06-01", source: "api/v1", bookings: 2 },
    { date: "2027-06-01", source: "lagoon", bookings: 1 },
    { date: "2027-06-01", source: "shop", bookings: 1 },
    { date: "2027-06-03", source: "api/v1", bookings: 1 },
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
