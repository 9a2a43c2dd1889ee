import { expect, it, jest } from "@jest/globals";
import type { ServerResponse } from "node:http";
import { beginReading, createByteRate, createReads } from "./reads.ts";

const perSecond = 1_000;

it("leaves enough for other answers to begin while a long one goes on", async () => {
  const rate = createByteRate(perSecond, () => 0);
  const client = { destroyed: false };
  const response = client as unknown as ServerResponse;
  for (let piece = 0; piece < 2; piece++) {
    await rate.prepay(response, "one", 300);
    rate.expect("one");
  }
  let isLoaded = false;
  const next = rate.prepay(response, "one", 300).then(() => (isLoaded = true));
  await new Promise((resume) => setImmediate(resume));
  expect(isLoaded).toBe(false);
  expect(() => rate.expect("one")).not.toThrow();
  client.destroyed = true;
  await next;
});

it("refuses what has waited for room while others of the tenant used its bytes up", async () => {
  const rates = { readMibHeld: 1, readMibPerSecond: 1, readBytesPerSecondMin: 1 };
  const reads = createReads(rates, () => 0);
  const response = { destroyed: false } as ServerResponse;
  const heldBytes = 1_048_576;
  const reader = { tenantId: "one", weight: 1, heldBytes, takePlace: () => () => {} };
  const first = beginReading(reads, response, reader);
  await first.load(() => Promise.resolve());
  const waiting = beginReading(reads, response, reader).load(() => Promise.resolve("loaded"));
  const other = beginReading(reads, response, { ...reader, tenantId: "two" });
  first.charge(2 * heldBytes);
  first.end();
  await expect(waiting).rejects.toMatchObject({ type: "RATE_LIMITED" });
  expect(await other.load(() => Promise.resolve("loaded"))).toBe("loaded");
});

it("searches for a tenant one after another, in the order in which they came", async () => {
  const reads = createReads({ readMibHeld: 1, readMibPerSecond: 0, readBytesPerSecondMin: 1 });
  const response = { destroyed: false } as ServerResponse;
  const reader = { tenantId: "one", weight: 1, heldBytes: 1, takePlace: () => () => {} };
  const order: string[] = [];
  const { promise: isFound, resolve: find } = Promise.withResolvers<void>();
  const search = (name: string, tenantId: string) =>
    beginReading(reads, response, { ...reader, tenantId }).search(async (requireTime) => {
      requireTime();
      order.push(name);
      await isFound;
      order.push(`${name} found`);
    });
  const all = [search("a", "one"), search("b", "one"), search("c", "two")];
  await new Promise((resume) => setImmediate(resume));
  expect(order).toEqual(["a", "c"]);
  find();
  await Promise.all(all);
  expect(order).toEqual(["a", "c", "a found", "c found", "b", "b found"]);
});

it("refuses a search that takes too long, before its connection is cut off", async () => {
  jest.useFakeTimers();
  const reads = createReads({ readMibHeld: 1, readMibPerSecond: 0, readBytesPerSecondMin: 1 });
  const response = { destroyed: false } as ServerResponse;
  const reader = { tenantId: "one", weight: 1, heldBytes: 1, takePlace: () => () => {} };
  const search = beginReading(reads, response, reader).search(async (requireTime) => {
    for (;;) {
      requireTime();
      await new Promise((resume) => setTimeout(resume, 1_000));
    }
  });
  const waiting = beginReading(reads, response, reader).search(() => Promise.resolve("found"));
  const ends = Promise.allSettled([search, waiting]);
  await jest.advanceTimersByTimeAsync(60_000);
  const refused = { status: "rejected", reason: { type: "OVERLOADED" } };
  expect(await ends).toMatchObject([refused, refused]);
  jest.useRealTimers();
});

it("lets a piece that found nothing pay for the next one again", async () => {
  let now = 0;
  const rates = { readMibHeld: 4, readMibPerSecond: 1, readBytesPerSecondMin: 1 };
  const reads = createReads(rates, () => now);
  const response = { destroyed: false } as ServerResponse;
  const heldBytes = 1_048_576;
  const reader = { tenantId: "one", weight: 1, heldBytes, takePlace: () => () => {} };
  const reading = beginReading(reads, response, reader);
  for (let piece = 0; piece < 2; piece++) await reading.load(() => Promise.resolve());
  reading.charge(heldBytes);
  let isLoaded = false;
  const third = reading.load(() => Promise.resolve()).then(() => (isLoaded = true));
  await new Promise((resume) => setTimeout(resume, 120));
  expect(isLoaded).toBe(false);
  now = 1_000;
  await third;
});
