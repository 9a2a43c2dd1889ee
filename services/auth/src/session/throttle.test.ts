import { describe, expect, it } from "@jest/globals";
import { failuresRememberedMs } from "../constants.ts";
import { countAfter, mustWait, waitMs } from "./throttle.ts";

const lastAt = new Date("2027-07-01T08:00:00.000Z");
const at = (ms: number) => lastAt.getTime() + ms;

describe("the wait after failed log-ins", () => {
  it.each([
    [1, 0],
    [4, 0],
    [5, 1_000],
    [6, 2_000],
    [7, 4_000],
    [14, 512_000],
    [15, 900_000],
    [16, 900_000],
    [2_000, 900_000],
  ])("is after %i failures %i ms", (count, ms) => {
    expect(waitMs(count)).toBe(ms);
  });

  it("ends at its last millisecond", () => {
    expect(mustWait({ count: 6, lastAt }, at(1_999))).toBe(true);
    expect(mustWait({ count: 6, lastAt }, at(2_000))).toBe(false);
    expect(mustWait({ count: 4, lastAt }, at(0))).toBe(false);
    expect(mustWait(null, at(0))).toBe(false);
  });
});

describe("the count of failures", () => {
  it("goes on for a day after the last one, then begins anew", () => {
    expect(countAfter(null, at(0))).toBe(1);
    expect(countAfter({ count: 7, lastAt }, at(failuresRememberedMs - 1))).toBe(8);
    expect(countAfter({ count: 7, lastAt }, at(failuresRememberedMs))).toBe(1);
  });
});
