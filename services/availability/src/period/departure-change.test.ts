import { expect, it } from "@jest/globals";
import { departureChange } from "./departure-change.ts";

it.each([
  ["appears", [1, 3], [1, 2, 3], { appear: [2], vanish: [], stayCount: 2 }],
  ["vanishes", [2, 1], [2], { appear: [], vanish: [1], stayCount: 1 }],
  ["moves", [5, 4], [9, 8], { appear: [8, 9], vanish: [4, 5], stayCount: 0 }],
  ["is given twice", [1, 1], [1], { appear: [], vanish: [], stayCount: 1 }],
])("answers what %s", (_, before, after, expected) => {
  expect(departureChange(before, after)).toEqual(expected);
});
