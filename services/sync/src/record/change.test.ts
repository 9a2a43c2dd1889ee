import { describe, expect, it } from "@jest/globals";
import {
  covers,
  datesOf,
  occupiedMs,
  readingsOf,
  startsBeside,
  startsWithin,
  within,
} from "./change.ts";

const minuteMs = 60_000;
const at = (time: string): number => Date.parse(`2027-07-01T${time}Z`);

describe("starts beside a booking at 10:00", () => {
  it.each<[string, number, number, string, string]>([
    ["both last an hour", 60, 60, "09:00:00.001", "10:59:59.999"],
    ["the other lasts longer", 60, 180, "07:00:00.001", "10:59:59.999"],
    ["the booked one lasts longer", 180, 60, "09:00:00.001", "12:59:59.999"],
    ["neither lasts: a departure occupies a minute", 1, 0, "09:59:00.001", "10:00:59.999"],
  ])("%s", (_name, booked, own, from, to) => {
    const endAt = new Date(at("10:00") + booked * minuteMs).toISOString();
    const span = startsBeside({ startAt: "2027-07-01T10:00:00.000Z", endAt }, occupiedMs(own));
    expect(span).toEqual({ from: at(from), to: at(to) });
  });
});

it("finds the starts beside a booking that a resource has to be cleaned or prepared for", () => {
  const booked = { startAt: "2027-07-01T10:00:00.000Z", endAt: "2027-07-01T11:00:00.000Z" };
  const margins = { prepareMinutes: 15, turnaroundMinutes: 45 };
  expect(startsBeside(booked, occupiedMs(60), margins)).toEqual({
    from: at("08:15") + 1,
    to: at("11:15") - 1,
  });
});

it("finds the starts of a block without its end", () => {
  const block = { by: "block", productId: "p", startAt: "2027-07-01T08:00:00.000Z" } as const;
  expect(startsWithin({ ...block, endAt: "2027-07-01T10:00:00.000Z" })).toEqual({
    from: at("08:00"),
    to: at("10:00") - 1,
  });
});

it.each([
  [
    { from: 1, to: 9 },
    { from: 1, to: 5 },
  ],
  [
    { from: -3, to: 2 },
    { from: 0, to: 2 },
  ],
  [{ from: 6, to: 9 }, null],
  [
    { from: 5, to: 5 },
    { from: 5, to: 5 },
  ],
])("of %j only %j lies between 0 and 5", (span, expected) => {
  expect(within(span, { from: 0, to: 5 })).toEqual(expected);
});

it("reads spans that lie near each other at once, and leaves out what lies between far ones", () => {
  const day = 24 * 60 * minuteMs;
  const spans = [
    { from: 30 * day, to: 31 * day },
    { from: 0, to: day },
    { from: 2 * day, to: 3 * day },
    { from: 0, to: 10 },
  ];
  expect(readingsOf(spans)).toEqual([
    { from: 0, to: 3 * day },
    { from: 30 * day, to: 31 * day },
  ]);
  expect([day, 1.5 * day, 31 * day].map((start) => covers(spans, start))).toEqual([
    true,
    false,
    true,
  ]);
});

it.each([
  ["Etc/UTC", "2027-07-01", "2027-07-03"],
  // There the first start is on the day before, and the last one on the day after.
  ["Pacific/Honolulu", "2027-06-30", "2027-07-03"],
  ["Pacific/Auckland", "2027-07-01", "2027-07-04"],
])("names the local days of departures in %s", (zone, localDateStart, localDateEnd) => {
  const starts = ["2027-07-01T06:00:00Z", "2027-07-02T00:00:00Z", "2027-07-03T20:00:00Z"];
  const of = datesOf(
    starts.map((start) => new Date(start)),
    zone,
  );
  expect(of).toEqual({ localDateStart, localDateEnd });
  expect(datesOf([], zone)).toBeNull();
});
