import { expect, it } from "@jest/globals";
import { namesTag, rangeOf } from "./byte-range.ts";

it.each([
  [undefined, "all"],
  ["bytes=0-0", { first: 0, last: 0 }],
  ["bytes=2-5", { first: 2, last: 5 }],
  ["bytes=2-", { first: 2, last: 9 }],
  ["bytes=2-99", { first: 2, last: 9 }],
  ["bytes=-3", { first: 7, last: 9 }],
  ["bytes=-99", { first: 0, last: 9 }],
  ["Bytes = 1 - 2", { first: 1, last: 2 }],
  ["bytes=10-", "none"],
  ["bytes=10-12", "none"],
  ["bytes=-0", "none"],
  ["bytes=5-2", "all"],
  ["bytes=-", "all"],
  ["bytes=1-2,4-5", "all"],
  ["rows=1-2", "all"],
  ["bytes=a-b", "all"],
])("of ten bytes %p asks for %p", (header, expected) => {
  expect(rangeOf(header, 10)).toEqual(expected);
});

it.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
])("the header %p names the tag: %p", (header, expected) => {
  expect(namesTag(header, '"a"')).toBe(expected);
});
