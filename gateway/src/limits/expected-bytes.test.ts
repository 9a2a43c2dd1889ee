import { expect, it } from "@jest/globals";
import { createExpectedBytes } from "./expected-bytes.ts";

it("expects what was seen, less and less of what was seen once, and of each tenant its own", () => {
  const expected = createExpectedBytes();
  const unseen = expected.of("one");
  expected.note("one", 4_000_000);
  expect([expected.of("one"), expected.of("two")]).toEqual([4_000_000, unseen]);
  expected.note("one", 100_000);
  expect(expected.of("one")).toBe(3_600_000);
  for (let answer = 0; answer < 40; answer++) expected.note("one", 100_000);
  expect(expected.of("one")).toBe(100_000);
});

it("takes an answer without bytes for a small one", () => {
  const expected = createExpectedBytes();
  expected.note("one", 0);
  expect(expected.of("one")).toBe(16 * 1024);
});
