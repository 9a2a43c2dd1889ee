import { expect, it } from "@jest/globals";
import type { Booking, Unit } from "@slipway/client";
import { calledOf, hasPrice, retiredUnitsOf } from "./booking-facts.ts";

const booking = {
  unitItems: [
    { unitId: "adult", quantity: 2 },
    { unitId: "child", quantity: 3 },
  ],
  pricingSnapshot: {
    retail: 2_000,
    currency: "EUR",
    unitPricing: [{ unitId: "child", name: "Child" }],
  },
} as unknown as Booking;

it.each([
  [{ retail: 2_000, currency: "EUR" }, true],
  [{ retail: 2_001, currency: "EUR" }, false],
  [{ retail: 2_000, currency: "JPY" }, false],
])("a booking of 20.00 EUR costs %j: %s", (price, expected) => {
  expect(hasPrice(booking, price)).toBe(expected);
});

it("a unit that is sold no more stays as it was sold, at most as often", () => {
  const child = { id: "child", name: "Child", restrictions: { maxQuantity: 3 } };
  expect(retiredUnitsOf(booking, [{ id: "adult" }] as Unit[])).toEqual([child]);
  expect(retiredUnitsOf(booking, [{ id: "adult" }, { id: "child" }] as Unit[])).toEqual([]);
});

it.each([
  [{ name: "Rossi" }, { called: "Rossi", below: "K7Q2M9XD" }],
  [{ email: "rossi@example.com" }, { called: "K7Q2M9XD", below: "" }],
  [null, { called: "K7Q2M9XD", below: "" }],
])("a booking of the customer %j says its reference once", (customer, expected) => {
  expect(calledOf({ customer, reference: "K7Q2M9XD" })).toEqual(expected);
});
