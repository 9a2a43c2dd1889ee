import { describe, expect, it } from "@jest/globals";
import { bytesAsJson, firstThatFit, pageBytesMax } from "./bus-page.ts";

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
