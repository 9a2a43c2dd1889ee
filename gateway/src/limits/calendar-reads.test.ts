import { expect, it } from "@jest/globals";
import { createCalendarReads } from "./calendar-reads.ts";

const feed = (id: string, tenantId = "tenant") => ({ id, tenantId });
const tooMany = "Too many requests";

it("a feed is read twice where two a minute are allowed, and another feed as well", () => {
  let now = 0;
  const reads = createCalendarReads(2, () => now);
  for (const id of ["a", "a", "b"]) reads.count(feed(id));
  expect(() => reads.count(feed("a"))).toThrow(tooMany);
  now += 30_000;
  reads.count(feed("a"));
  expect(() => reads.count(feed("a"))).toThrow(tooMany);
});

it("a tenant reads six times as many of all its feeds", () => {
  let now = 0;
  const reads = createCalendarReads(1, () => now);
  for (let n = 0; n < 6; n++) reads.count(feed(`feed ${n}`));
  expect(() => reads.count(feed("feed 6"))).toThrow(tooMany);
  reads.count(feed("feed 7", "another"));
  now += 10_000;
  reads.count(feed("feed 6"));
});

it("nothing is limited at 0", () => {
  const reads = createCalendarReads(0);
  for (let n = 0; n < 1_000; n++) expect(() => reads.count(feed("a"))).not.toThrow();
});
