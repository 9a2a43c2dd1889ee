import { expect, it, jest } from "@jest/globals";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { beginReading, createByteRate, createReads } from "./reads.ts";

const perSecond = 1_000;
const client = () => Object.assign(new EventEmitter(), { destroyed: false }) as ServerResponse;
const unlimited = { readMibHeld: 1, readMibPerSecond: 0, readBytesPerSecondMin: 1 };
const reader = { tenantId: "one", weight: 1, heldBytes: 1, takePlace: () => () => {} };

it("leaves enough for other answers to begin while a long one goes on", async () => {
  const rate = createByteRate(perSecond, () => 0);
  const left = { destroyed: false };
  const response = left as unknown as ServerResponse;
  for (let piece = 0; piece < 2; piece++) {
    await rate.prepay(response, "one", 300, Number.POSITIVE_INFINITY);
    rate.expect("one");
  }
  let isLoaded = false;
  const next = rate
    .prepay(response, "one", 300, Number.POSITIVE_INFINITY)
    .then(() => (isLoaded = true));
  await new Promise((resume) => setImmediate(resume));
  expect(isLoaded).toBe(false);
  expect(() => rate.expect("one")).not.toThrow();
  left.destroyed = true;
  await next;
});

it("refuses what has waited for room while others of the tenant used its bytes up", async () => {
  const rates = { readMibHeld: 1, readMibPerSecond: 1, readBytesPerSecondMin: 1 };
  const reads = createReads(rates, () => 0);
  const response = { destroyed: false } as ServerResponse;
  const heldBytes = 1_048_576;
  const heavy = { ...reader, heldBytes };
  const first = beginReading(reads, response, heavy);
  await first.load(() => Promise.resolve());
  const waiting = beginReading(reads, response, heavy).load(() => Promise.resolve("loaded"));
  const other = beginReading(reads, response, { ...heavy, tenantId: "two" });
  first.charge(2 * heldBytes);
  first.end();
  await expect(waiting).rejects.toMatchObject({ type: "RATE_LIMITED" });
  expect(await other.load(() => Promise.resolve("loaded"))).toBe("loaded");
});

it("searches for a tenant one after another, in the order in which they came", async () => {
  const reads = createReads(unlimited);
  const order: string[] = [];
  const { promise: isFound, resolve: find } = Promise.withResolvers<void>();
  const search = (name: string, tenantId: string) =>
    beginReading(reads, client(), { ...reader, tenantId }).search(async () => {
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

it("waits no longer for the turn of a client that has gone", async () => {
  const reads = createReads(unlimited);
  const { promise: isFound, resolve: find } = Promise.withResolvers<string>();
  const first = beginReading(reads, client(), reader).search(() => isFound);
  const response = client();
  const second = beginReading(reads, response, reader).search(() => Promise.resolve("b"));
  const third = beginReading(reads, client(), reader).search(() => Promise.resolve("c"));
  (response as unknown as { destroyed: boolean }).destroyed = true;
  response.emit("close");
  expect(await second).toBeNull();
  find("a");
  expect(await Promise.all([first, third])).toEqual(["a", "c"]);
});

it.each([
  ["its bytes", 1, 8_388_608],
  ["the end", 0, 0],
])("refuses a search that waits too long for %s", async (_, readMibPerSecond, spent) => {
  jest.useFakeTimers();
  // The bytes of this tenant never come back.
  const reads = createReads({ ...unlimited, readMibPerSecond }, () => 0);
  const reading = beginReading(reads, client(), reader);
  await reading.load(() => Promise.resolve());
  reading.charge(spent);
  const search = reading.search(async () => {
    for (;;) {
      await reading.load(() => Promise.resolve());
      await new Promise((resume) => setTimeout(resume, 1_000));
    }
  });
  const waiting = beginReading(reads, client(), reader).search(() => Promise.resolve("found"));
  const ends = Promise.allSettled([search, waiting]);
  await jest.advanceTimersByTimeAsync(45_000);
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
  const reading = beginReading(reads, response, { ...reader, heldBytes });
  for (let piece = 0; piece < 2; piece++) await reading.load(() => Promise.resolve());
  reading.charge(heldBytes);
  let isLoaded = false;
  const third = reading.load(() => Promise.resolve()).then(() => (isLoaded = true));
  await new Promise((resume) => setTimeout(resume, 120));
  expect(isLoaded).toBe(false);
  now = 1_000;
  await third;
});
