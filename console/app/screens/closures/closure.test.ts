import { expect, it } from "@jest/globals";
import { isWithin, spansOf } from "./closure.ts";

const days = { from: "2028-06-01", to: "2028-06-02" };

it("closes whole days by one block, and hours by one for each day", () => {
  expect(spansOf({ ...days, hours: undefined }, "Europe/Rome")).toEqual([
    { startAt: "2028-05-31T22:00:00.000Z", endAt: "2028-06-02T22:00:00.000Z" },
  ]);
  expect(spansOf({ ...days, hours: { from: "12:00", to: "18:00" } }, "Europe/Rome")).toEqual([
    { startAt: "2028-06-01T10:00:00.000Z", endAt: "2028-06-01T16:00:00.000Z" },
    { startAt: "2028-06-02T10:00:00.000Z", endAt: "2028-06-02T16:00:00.000Z" },
  ]);
});

it("takes no closure that ends before it begins", () => {
  expect(spansOf({ from: "2028-06-02", to: "2028-06-01", hours: undefined }, "UTC")).toBe(
    undefined,
  );
  expect(spansOf({ ...days, hours: { from: "18:00", to: "12:00" } }, "UTC")).toBe(undefined);
  expect(spansOf({ from: "", to: "", hours: undefined }, "UTC")).toBe(undefined);
});

it("ends before a departure of its last instant", () => {
  const spans = [{ startAt: "2028-06-01T10:00:00.000Z", endAt: "2028-06-01T16:00:00.000Z" }];
  expect(isWithin("2028-06-01T10:00:00.000Z", spans)).toBe(true);
  expect(isWithin("2028-06-01T16:00:00.000Z", spans)).toBe(false);
});
