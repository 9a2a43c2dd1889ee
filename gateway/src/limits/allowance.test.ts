import { expect, it } from "@jest/globals";
import { createPerMinute } from "./allowance.ts";

it("a name waits once it has used up its minute, which comes back over a minute", () => {
  let now = 0;
  const failed = createPerMinute(60, () => now);
  for (let time = 0; time < 59; time++) failed.spend("203.0.113.7", 1);
  expect(failed.look("203.0.113.7").waitSeconds).toBe(0);
  failed.spend("203.0.113.7", 1);
  expect(failed.look("203.0.113.7").waitSeconds).toBe(1);
  expect(failed.look("203.0.113.8").waitSeconds).toBe(0);
  // Failures that ran at the same time are all counted, so the address waits longer.
  failed.spend("203.0.113.7", 1);
  failed.spend("203.0.113.7", 1);
  expect(failed.look("203.0.113.7").waitSeconds).toBe(3);
  now += 3_000;
  expect(failed.look("203.0.113.7").waitSeconds).toBe(0);
});

it("no name waits where the limit is turned off", () => {
  const failed = createPerMinute(0);
  for (let time = 0; time < 100_000; time++) failed.spend("203.0.113.7", 1);
  expect(failed.look("203.0.113.7").waitSeconds).toBe(0);
});
