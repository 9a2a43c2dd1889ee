import { expect, it } from "@jest/globals";
import { isBlocked } from "./block.ts";

const block = { startAt: new Date("2027-07-01T08:00Z"), endAt: new Date("2027-07-01T12:00Z") };

it.each([
  ["2027-07-01T07:59:59.999Z", false],
  ["2027-07-01T08:00:00.000Z", true],
  ["2027-07-01T11:59:59.999Z", true],
  ["2027-07-01T12:00:00.000Z", false],
])("covers the departure at %s: %s", (departure, isCovered) => {
  expect(isBlocked([block], Date.parse(departure))).toBe(isCovered);
});
