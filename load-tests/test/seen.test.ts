import { expect, it } from "@jest/globals";
import { type Seen, countsOf, isWhole, wholeAfterMs } from "../drills/seen.ts";
import { namedRows } from "../named-rows.ts";

const sale = (sentAt: number, status = 201, code?: string): Seen => ({
  what: "sale",
  sentAt,
  tookMs: 5,
  status,
  code,
  hasRetryAfter: status === 503,
});
const seen = [sale(0), sale(10, 503, "SERVICE_UNAVAILABLE"), sale(20, 0), sale(30), sale(40, 409)];

it("counts answers by their status and code", () => {
  expect(countsOf(seen)).toBe(
    "sale 201: 2, sale 409: 1, sale 503 SERVICE_UNAVAILABLE: 1, sale no answer: 1",
  );
});

it.each([
  [5, 15],
  [15, 5],
  [25, 0],
])("says of a fault that ended at %d that all was well after %d ms", (endedAt, ms) => {
  expect(wholeAfterMs(seen, endedAt)).toBe(ms);
});

it("takes nothing for whole that nobody has asked", () => {
  expect([isWhole(seen, 15), isWhole(seen, 25), isWhole(seen, 50)]).toEqual([false, true, false]);
});

it("chooses rows by name, all unless one is named, and refuses a name that none has", () => {
  const rows = { nats: 1, disk: 2 };
  expect(namedRows(rows, [])).toEqual(Object.entries(rows));
  expect(namedRows(rows, ["disk"])).toEqual([["disk", 2]]);
  expect(() => namedRows(rows, ["dsik"])).toThrow("There is nats, disk, not dsik");
});
