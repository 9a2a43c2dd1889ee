import { expect, it } from "@jest/globals";
import type { Booking } from "@slipway/client";
import { hereOf, linesOf, ticketSumOf, ticketsOf } from "./party-lines.ts";

const unitItems = [
  { id: "itm_1", unitId: "adult", quantity: 2 },
  { id: "itm_2", unitId: "child", quantity: 1 },
] as unknown as Booking["unitItems"];
const unitPricing = [{ unitId: "adult", name: "Adult" }];
const aBooking = (given: Partial<Booking>): Booking => given as Booking;

it("names the lines of a party, and counts who has come of each", () => {
  const pricingSnapshot = { unitPricing } as unknown as Booking["pricingSnapshot"];
  expect(linesOf({ unitItems, pricingSnapshot })).toEqual([
    { id: "itm_1", name: "Adult", quantity: 2 },
    { id: "itm_2", name: "child", quantity: 1 },
  ]);
  const at = "2028-06-01T07:00:00.000Z";
  const tickets = [
    { unitItemId: "itm_1", redeemedAt: at },
    { unitItemId: "itm_1", redeemedAt: null },
    { unitItemId: "itm_2", redeemedAt: at },
    { unitItemId: null, redeemedAt: at },
  ];
  expect([...hereOf(tickets)]).toEqual([
    ["itm_1", 1],
    ["itm_2", 1],
  ]);
});

it("counts tickets: one for each item, and one for a booking of more than 200", () => {
  const redeemed = { count: 2, of: 4, lastAt: "" };
  const crowd = unitItems.map((each) => ({ ...each, quantity: 101 }));
  expect(ticketsOf({ unitItems, redeemed: null })).toBe(3);
  expect(ticketsOf({ unitItems, redeemed })).toBe(4);
  expect(ticketsOf({ unitItems: crowd, redeemed: null })).toBe(1);
  const status = "CONFIRMED";
  const bookings = [
    aBooking({ unitItems, redeemed, status }),
    aBooking({ unitItems, redeemed: null, status }),
    aBooking({ unitItems, redeemed: null, status: "ON_HOLD" }),
  ];
  expect(ticketSumOf(bookings)).toEqual({ count: 2, all: 7 });
});
