import { expect, it } from "@jest/globals";
import { inOrder } from "./in-order.ts";

const items = ["a", "b", "c"].map((id) => ({ id }));

it.each([
  ["the order that stands", ["a", "b", "c"]],
  ["another order", ["c", "a", "b"]],
])("takes %s", (_, ids) => {
  expect(inOrder(items, ids)?.map(({ id }) => id)).toEqual(ids);
});

it.each([
  ["one too few", ["a", "b"]],
  ["one too many", ["a", "b", "c", "d"]],
  ["another one", ["a", "b", "d"]],
  ["one twice", ["a", "b", "b"]],
  ["one twice beside all", ["a", "b", "c", "c"]],
])("knows that a list with %s is of other items", (_, ids) => {
  expect(inOrder(items, ids)).toBeUndefined();
});
