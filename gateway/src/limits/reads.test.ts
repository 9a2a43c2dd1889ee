import { expect, it } from "@jest/globals";
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
