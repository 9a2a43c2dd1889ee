import { describe, expect, it } from "@jest/globals";
import { bytesAsJson, firstThatFit, pageBytesMax, partsOf } from "./bus-page.ts";

describe("of these sizes a page of 10 bytes takes", () => {
  it.each([
    [[], []],
    [
      [4, 6],
      [4, 6],
    ],
    [
      [4, 6, 1],
      [4, 6],
    ],
    [[11, 1], [11]],
    [[1, 11, 1], [1]],
  ])("%j: %j", (sizes, taken) => {
    expect(firstThatFit(sizes, (size) => size, 10)).toEqual(taken);
  });
});

it("a page is bounded unless its caller says otherwise", () => {
  const half = "x".repeat(pageBytesMax / 2 - 2);
  expect(firstThatFit([half, half, ""], bytesAsJson)).toHaveLength(2);
});

it("text beyond ASCII is counted in bytes", () => {
  expect(bytesAsJson("è")).toBe(4);
});

it.each([
  [0, []],
  [1_000, [1_000]],
  [1_001, [1_000, 1]],
])("%i items are in parts of %j", (count, lengths) => {
  const parts = partsOf([...Array(count).keys()], 1_000);
  expect(parts.map(({ length }) => length)).toEqual(lengths);
  expect(parts.flat()).toHaveLength(count);
});
