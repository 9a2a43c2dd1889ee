import { describe, expect, it } from "@jest/globals";
import type { Unit } from "@slipway/client";
import { firstParty, limitsOf, paxIn, stepped, unitItemsOf } from "./party.ts";

describe("stepped", () => {
  it.each([
    ["up", 1, 1, { min: 1, max: 5 }, 2],
    ["not above the most", 5, 1, { min: 1, max: 5 }, 5],
    ["from none to the least", 0, 1, { min: 3, max: 5 }, 3],
    ["from the least to none", 3, -1, { min: 3, max: 5 }, 0],
    ["not below none", 0, -1, { min: 1, max: 5 }, 0],
  ] as const)("%s", (_, count, by, limits, expected) => {
    expect(stepped(count, by, limits)).toBe(expected);
  });
});

describe("limitsOf", () => {
  it.each([
    [{}, { min: 1, max: 1_000 }],
    [
      { minQuantity: null, maxQuantity: 4 },
      { min: 1, max: 4 },
    ],
    [{ minQuantity: 2 }, { min: 2, max: 1_000 }],
  ])("%j", (restrictions, limits) => expect(limitsOf({ restrictions })).toEqual(limits));
});

it("counts travellers: a unit may stand for several, for one or for none", () => {
  const units = [
    { id: "family", restrictions: { paxCount: 4 } },
    { id: "adult", restrictions: {} },
    { id: "dog", restrictions: { paxCount: 0 } },
  ];
  expect(paxIn({ family: 2, adult: 1, dog: 3 }, units)).toBe(9);
});

it("begins with the least of the first unit, and sends what is booked", () => {
  const units = [
    { id: "unt_1", restrictions: { minQuantity: 2 } },
    { id: "unt_2", restrictions: {} },
  ] as unknown as Unit[];
  const party = firstParty(units);
  expect(party).toEqual({ unt_1: 2, unt_2: 0 });
  expect(unitItemsOf(party)).toEqual([{ unitId: "unt_1", quantity: 2 }]);
});
