import { expect, it } from "@jest/globals";
import { collectGarbage } from "./free-start-memory.ts";

/** Some 20 MB that nothing holds when it returns. */
function makeGarbage(): number {
  return Array.from({ length: 200_000 }, (_, n) => ({ n, text: `garbage ${n}` })).length;
}

it("gives garbage back, which an idle process would keep", () => {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: 20 }, () => makeGarbage());
  collectGarbage();
  expect(kept).toHaveLength(20);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000);
  expect(globalThis.gc).toBeUndefined();
});
