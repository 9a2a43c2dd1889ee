import { expect, it } from "@jest/globals";
import { actionsOf } from "./booking-actions.ts";

const needsApproval = { metadata: { directBooking: false } };

it.each([
  ["ON_HOLD", undefined, ["confirm CONFIRMED", "extend ON_HOLD", "cancel CANCELLED"]],
  ["ON_HOLD", needsApproval, ["confirm PENDING", "extend ON_HOLD", "cancel CANCELLED"]],
  ["PENDING", needsApproval, ["approve CONFIRMED", "reject REJECTED", "cancel CANCELLED"]],
  ["CONFIRMED", undefined, ["cancel CANCELLED", "reject REJECTED"]],
  ["CANCELLED", undefined, []],
  ["EXPIRED", undefined, []],
] as const)("offers of %s, with an option of %j: %j", (status, option, expected) => {
  const offered = actionsOf({ status }, option).map(({ kind, leadsTo }) => `${kind} ${leadsTo}`);
  expect(offered).toEqual(expected);
});
