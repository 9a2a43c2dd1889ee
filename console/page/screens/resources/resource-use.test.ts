import { describe, expect, it } from "@jest/globals";
import type { ResourceUsage } from "@slipway/client";
import { peakOf, shareUsed } from "./resource-use.ts";

const at = (hour: number): string => new Date(Date.UTC(2027, 5, 1, hour)).toISOString();
const span = (from: number, to: number) => ({ startAt: at(from), endAt: at(to) });
const used = (from: number, to: number, places: number): ResourceUsage => ({
  ...span(from, to),
  places,
  expanded: 0,
  options: [],
});

describe("the share that is used", () => {
  it.each([
    ["of one departure", [used(9, 10, 5)], [span(9, 10)], 0.5],
    ["of two, one of them empty", [used(9, 10, 5)], [span(9, 10), span(11, 12)], 0.25],
    ["of departures at the same time once", [used(9, 10, 5)], [span(9, 10), span(9, 10)], 0.5],
    ["of what departs no more, too", [used(9, 10, 10)], [], 1],
    ["until the instant only", [used(9, 10, 5), used(23, 26, 10)], [span(9, 10)], 0.75],
    ["of nothing", [], [], undefined],
    ["of what comes later", [used(26, 27, 5)], [], undefined],
  ])("counts %s", (_, usage, offered, share) => {
    expect(shareUsed(usage, { offered, places: 10, until: at(24) })).toBe(share);
  });
});

describe("what is taken", () => {
  const usage = [used(9, 10, 4), used(10, 11, 6), used(14, 15, 6)];

  it("has its peak where most is taken first", () => {
    expect([peakOf(usage), peakOf([])]).toEqual([usage[1], undefined]);
  });
});
