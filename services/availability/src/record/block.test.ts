import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { isBlocked, intervalsOf } from "./block.ts";

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
