import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "@jest/globals";
import { mebibyte, pieceHeldBytes } from "../constants.ts";
import { beginReading, createReads } from "./reads.ts";
import { createStreams } from "./streams.ts";

const aResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

it("counts no stream of a client that has left before it opened", () => {
  const streams = createStreams({ eventStreamsMax: 2, tenantEventStreamsMax: 1 });
  const left = aResponse().destroy();
  expect(streams.open(left, "ten_a").ended.aborted).toBe(true);
  expect(streams.open(aResponse(), "ten_a").ended.aborted).toBe(false);
  expect(() => streams.open(aResponse(), "ten_a")).toThrow("Too many requests");
});

/** Twenty streams of a tenant, and the memory that they share with its other reads. */
function twentyStreams() {
  const rates = { readMibHeld: 16, readMibPerSecond: 0, readBytesPerSecondMin: 1 };
  const reads = createReads(rates);
  const read = (heldBytes: number) =>
    beginReading(reads, aResponse(), {
      tenantId: "ten_a",
      weight: 1,
      heldBytes,
      takePlace: () => () => undefined,
    });
  const streams = createStreams({ eventStreamsMax: 20, tenantEventStreamsMax: 20 });
  const looks = (work: () => Promise<never>) =>
    Array.from({ length: 20 }, () => {
      const reading = read(pieceHeldBytes);
      return streams.open(aResponse(), "ten_a").look(() => reading.load(work));
    });
  return { rates, read, looks };
}

describe("other reads of a tenant with twenty streams", () => {
  it("find all memory while its streams pause after a look that failed", async () => {
    const { rates, read, looks } = twentyStreams();
    const failed = await Promise.allSettled(looks(() => Promise.reject(new Error("away"))));
    expect(failed.filter(({ status }) => status === "rejected")).toHaveLength(20);
    const whole = read(rates.readMibHeld * mebibyte).load(() => Promise.resolve("loaded"));
    expect(await whole).toBe("loaded");
  });

  it("find memory while its streams look at a service that does not answer", async () => {
    const { read, looks } = twentyStreams();
    void looks(() => new Promise(() => {}));
    await new Promise((resume) => setImmediate(resume));
    const others = [1, 2].map(() => read(pieceHeldBytes).load(() => Promise.resolve("loaded")));
    expect(await Promise.all(others)).toEqual(["loaded", "loaded"]);
  });
});
