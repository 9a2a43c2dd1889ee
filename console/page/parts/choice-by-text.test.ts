import { expect, it } from "@jest/globals";
import { choiceByText, numbered } from "./choice-by-text.ts";

const choices = numbered(
  ["Kayak tour, Single", "Kayak tour, Single", "Kayak tour", "Lace tour"].map((name, index) => ({
    id: String(index),
    name,
  })),
);

it.each([
  ["lace", "3"],
  [" LACE tour ", "3"],
  ["Kayak tour", "2"],
  ["kayak tour, single", "0"],
  ["Kayak tour, Single (2)", "1"],
  ["single", undefined],
  ["raft", undefined],
  [" ", undefined],
])("%j chooses %j", (text, id) => {
  expect(choiceByText(text, choices)?.id).toBe(id);
});
