import { expect, it } from "@jest/globals";
import { type Shown, newsOf } from "./shown-changes.ts";

it("shows each version of a booking at two looks, however many find it", () => {
  const shown: Shown = new Map();
  const first = { id: "bkg_1", updatedAt: "2028-06-01T07:00:00.000Z" };
  const other = { id: "bkg_2", updatedAt: first.updatedAt };
  const later = { ...first, updatedAt: "2028-06-01T07:00:05.000Z" };
  const looks = [[first], [first, other], [first, other], [later, other]];
  expect(looks.map((found) => newsOf(shown, found))).toEqual([
    [first],
    [first, other],
    [other],
    [later],
  ]);
});
