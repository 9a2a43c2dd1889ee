import { expect, it } from "@jest/globals";
import { type Order, halfFindings } from "../chaos/orders.ts";

const order = (status: Order["status"], ...statuses: string[]): Order => ({
  id: "ord_1",
  status,
  bookings: statuses.map((each, index) => ({ id: `bkg_${index}`, status: each })),
});

it.each([
  order("OPEN", "ON_HOLD", "CANCELLED"),
  order("CONFIRMED", "CONFIRMED", "PENDING", "CANCELLED"),
  order("CANCELLED", "CANCELLED"),
  order("EXPIRED", "EXPIRED", "CANCELLED"),
])("finds nothing in a whole order: %o", (whole) => {
  expect(halfFindings(whole)).toEqual([]);
});

it.each([
  ["a hold that does not follow its confirmed order", order("CONFIRMED", "CONFIRMED", "ON_HOLD")],
  ["a booking of a confirmed order that expired", order("CONFIRMED", "EXPIRED")],
  ["a booking that is sold before its order", order("OPEN", "ON_HOLD", "CONFIRMED")],
  ["a booking that outlives its order", order("CANCELLED", "CANCELLED", "CONFIRMED")],
  ["a hold that outlives its order", order("EXPIRED", "ON_HOLD")],
])("finds %s", (_name, half) => {
  expect(halfFindings(half)).toEqual([expect.stringContaining("HALF ORDER: ord_1")]);
});
