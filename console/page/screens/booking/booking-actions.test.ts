import { expect, it } from "@jest/globals";
import { actionsOf } from "./booking-actions.ts";

const option = { metadata: {} };
const asked = { option, product: { metadata: { directBooking: false } } };
const direct = { option: { metadata: { directBooking: true } }, product: asked.product };

it.each([
  ["ON_HOLD", undefined, ["confirm CONFIRMED", "extend ON_HOLD", "cancel CANCELLED"]],
  ["ON_HOLD", asked, ["confirm PENDING", "extend ON_HOLD", "cancel CANCELLED"]],
  ["ON_HOLD", direct, ["confirm CONFIRMED", "extend ON_HOLD", "cancel CANCELLED"]],
  ["PENDING", asked, ["approve CONFIRMED", "reject REJECTED", "cancel CANCELLED"]],
  ["CONFIRMED", undefined, ["cancel CANCELLED", "reject REJECTED"]],
  ["CANCELLED", undefined, []],
  ["EXPIRED", undefined, []],
] as const)("offers of %s, with what is sold of %j: %j", (status, sold, expected) => {
  const offered = actionsOf({ status, orderId: null }, sold).map(
    ({ kind, leadsTo }) => `${kind} ${leadsTo}`,
  );
  expect(offered).toEqual(expected);
});

it("offers of a hold in an order only to cancel it", () => {
  const offered = actionsOf({ status: "ON_HOLD", orderId: "ord_1" }, undefined);
  expect(offered).toEqual([{ kind: "cancel", leadsTo: "CANCELLED" }]);
  const sold = actionsOf({ status: "PENDING", orderId: "ord_1" }, undefined);
  expect(sold.map(({ kind }) => kind)).toEqual(["approve", "reject", "cancel"]);
});
