import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { refundTerms, shareOf } from "./refund.ts";

const minute = 60_000;
const startAt = Date.parse("2027-07-01T08:00:00.000Z");
const policy = [
  { untilMinutes: 2_880, refundPercent: 100 },
  { untilMinutes: 720, refundPercent: 50 },
];

it.each([
  ["long before", 9_999 * minute, 100, 2_880],
  ["at the end of a step", 2_880 * minute, 100, 2_880],
  ["a millisecond later", 2_880 * minute - 1, 50, 720],
  ["at the end of the last", 720 * minute, 50, 720],
  ["after the last", 720 * minute - 1, 0, null],
  ["after the start", -minute, 0, null],
])("%s the terms give the percentage and its end", (_when, before, percent, untilMinutes) => {
  const until = untilMinutes === null ? null : startAt - untilMinutes * minute;
  expect(refundTerms(policy, startAt, startAt - before)).toEqual({ percent, until });
  expect(refundTerms(null, startAt, startAt - before)).toEqual({ percent: 100, until: null });
});

it("pays back ever less as the start comes nearer, and says until when", () => {
  const numbers = (max: number) =>
    fc
      .uniqueArray(fc.nat(max), { minLength: 10, maxLength: 10 })
      .map((list) => list.toSorted((a, b) => b - a));
  fc.assert(
    fc.property(
      fc.tuple(numbers(50_000), numbers(100), fc.integer({ min: 1, max: 10 })),
      fc.integer({ min: -60_000, max: 60_000 }),
      ([minutes, percents, count], before) => {
        const steps = minutes
          .slice(0, count)
          .map((untilMinutes, at) => ({ untilMinutes, refundPercent: percents[at] ?? 0 }));
        const now = startAt - before * minute;
        const { percent, until } = refundTerms(steps, startAt, now);
        const after = refundTerms(steps, startAt, (until ?? now) + 1);
        return until === null ? percent === 0 : until >= now && after.percent <= percent;
      },
    ),
  );
});

it("rounds a share half up, and shares of all amounts are exact", () => {
  expect([shareOf(5, 50, 100), shareOf(1, 49, 100), shareOf(1, 50, 100)]).toEqual([3, 0, 1]);
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(100), (amount, percent) => {
      const twice =
        200n * BigInt(shareOf(amount, percent, 100)) - 2n * BigInt(amount) * BigInt(percent);
      return twice > -100n && twice <= 100n;
    }),
  );
});
