import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { refuse } from "@slipway/broker";
import mongoose from "mongoose";
import { ConsumerQueue, type Undelivered } from "./consumer-queue.ts";
import type { OutboxEvent } from "./outbox.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

type Answer = (events: OutboxEvent[]) => Promise<readonly Undelivered[] | void>;

/** A queue with so many events, two minutes later. */
async function queueOf(answer: Answer, events = 1) {
  const delivered: string[] = [];
  const failed: string[] = [];
  const queue = new ConsumerQueue({ name: "some", deliver: answer }, () => {});
  const ends = Array.from({ length: events }, (_, index) => {
    const id = `aud_${index}`;
    const event = { id, at: new Date(), type: "boat.created", tenantId: "ten_1" };
    return queue.deliver({ ...event, entityId: "boat", after: null }).then(
      () => void delivered.push(id),
      () => void failed.push(id),
    );
  });
  for (let seconds = 0; seconds < 120; seconds++) await jest.advanceTimersByTimeAsync(1_000);
  const before = { delivered: [...delivered], failed: [...failed] };
  await queue.stop();
  await Promise.all(ends);
  return { ...before, left: failed.length - before.failed.length };
}

/** Fails so often, then takes everything. */
function failing(error: Error, failures: number): Answer {
  let attempts = 0;
  return () => (attempts++ < failures ? Promise.reject(error) : Promise.resolve());
}

describe("an event that its consumer has failed to take seven times", () => {
  const { MongoNetworkError, MongoServerError } = mongoose.mongo;

  it.each([
    ["the database's connection broke", new MongoNetworkError("connection 7 closed")],
    ["the database refused for a moment", new MongoServerError({ code: 112, errmsg: "conflict" })],
    ["the database's credentials were changed", new MongoServerError({ code: 13, errmsg: "no" })],
    ["the outcome there is unknown", refuse("OUTCOME_UNKNOWN")],
    ["its service is away", refuse("SERVICE_UNAVAILABLE")],
  ])("is delivered at last where %s", async (_why, error) => {
    const { delivered, failed } = await queueOf(failing(error, 7));
    expect(delivered).toHaveLength(1);
    expect(failed).toEqual([]);
  });

  it("leaves the queue at once where it fails by itself", async () => {
    const { delivered, failed } = await queueOf(failing(new Error("cannot read it"), 7));
    expect(delivered).toEqual([]);
    expect(failed).toEqual(["aud_0"]);
  });
});

describe("a queue of many events", () => {
  it("finds the one that fails by itself, and delivers the others in their order", async () => {
    const { delivered, failed } = await queueOf(
      (events) =>
        events.some(({ id }) => id === "aud_7")
          ? Promise.reject(new Error("no"))
          : Promise.resolve(),
      20,
    );
    expect(failed).toEqual(["aud_7"]);
    const others = Array.from({ length: 20 }, (_, index) => `aud_${index}`);
    expect(delivered).toEqual(others.filter((id) => id !== "aud_7"));
  });

  it("lets others pass one that has to wait", async () => {
    const error = refuse("SERVICE_UNAVAILABLE");
    const { delivered, failed, left } = await queueOf(
      (events) =>
        Promise.resolve(events.some(({ id }) => id === "aud_0") ? [{ id: "aud_0", error }] : []),
      300,
    );
    expect(delivered).toHaveLength(299);
    expect(failed).toEqual([]);
    expect(left).toBe(1);
  });

  it("keeps their order while the consumer is away", async () => {
    const { delivered } = await queueOf(failing(refuse("SERVICE_UNAVAILABLE"), 3), 600);
    expect(delivered).toEqual(Array.from({ length: 600 }, (_, index) => `aud_${index}`));
  });

  it("rejects the older ones where the consumer stays away", async () => {
    const { failed, left } = await queueOf(
      failing(refuse("SERVICE_UNAVAILABLE"), Infinity),
      10_001,
    );
    expect(failed).toHaveLength(5_001);
    expect(failed[0]).toBe("aud_0");
    expect(left).toBe(5_000);
  });
});
