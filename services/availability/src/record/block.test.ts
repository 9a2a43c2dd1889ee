import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { isBlocked, intervalsOf } from "./block.ts";

const block = { startAt: new Date("2027-07-01T08:00Z"), endAt: new Date("2027-07-01T12:00Z") };

it.each([
  ["2027-07-01T07:59:59.999Z", false],
  ["2027-07-01T08:00:00.000Z", true],
  ["2027-07-01T11:59:59.999Z", true],
  ["2027-07-01T12:00:00.000Z", false],
])("covers the departure at %s: %s", (departure, isCovered) => {
  expect(isBlocked(intervalsOf([block]), Date.parse(departure))).toBe(isCovered);
});

it("makes intervals of blocks that say of every instant what the blocks say", () => {
  const blocks = fc.array(
    fc.record({ start: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 1, max: 9 }) }),
  );
  fc.assert(
    fc.property(blocks, (drawn) => {
      const intervals = intervalsOf(
        drawn.map(({ start, length }) => ({
          startAt: new Date(start),
          endAt: new Date(start + length),
        })),
      );
      for (let at = -1; at <= 50; at++) {
        const expected = drawn.some(({ start, length }) => start <= at && at < start + length);
        expect(isBlocked(intervals, at)).toBe(expected);
      }
    }),
  );
});
