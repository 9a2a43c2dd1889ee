import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { refuse } from "@slipway/broker";
import mongoose from "mongoose";
import { ConsumerQueue, type Item, type Rejected } from "./consumer-queue.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A queue with one event, whose consumer fails so often with this error and then takes it. */
async function queueOf(error: Error, failures: number) {
  let attempts = 0;
  const delivered: Item[] = [];
  const deadLetters: Rejected[] = [];
  const queue = new ConsumerQueue({
    consumer: {
      name: "some",
      deliver: () => (attempts++ < failures ? Promise.reject(error) : Promise.resolve()),
    },
    delivered: (items) => delivered.push(...items),
    keepDeadLetters: (rejected) => Promise.resolve(void deadLetters.push(rejected)),
    warn: () => {},
  });
  const event = {
    id: "aud_1",
    at: new Date(),
    type: "boat.created",
    tenantId: "ten_1",
    entityId: "boat",
    after: null,
  };
  queue.add({ collection: {} as never, documentId: "res_1", event, pending: 1 });
  await jest.advanceTimersByTimeAsync(60_000);
  await queue.batcher.stop();
  return { delivered, deadLetters };
}

describe("an event that its consumer has failed to take seven times", () => {
  const { MongoNetworkError, MongoServerError } = mongoose.mongo;

  it.each([
    ["the database's connection broke", new MongoNetworkError("connection 7 closed")],
    ["the database refused for a moment", new MongoServerError({ code: 112, errmsg: "conflict" })],
    ["the database's credentials were changed", new MongoServerError({ code: 13, errmsg: "no" })],
    ["the outcome there is unknown", refuse("OUTCOME_UNKNOWN")],
    ["its service is away", refuse("SERVICE_UNAVAILABLE")],
  ])("is delivered at last and never a dead letter where %s", async (_why, error) => {
    const { delivered, deadLetters } = await queueOf(error, 7);
    expect(delivered).toHaveLength(1);
    expect(deadLetters).toEqual([]);
  });

  it("becomes a dead letter where it fails by itself", async () => {
    const { delivered, deadLetters } = await queueOf(new Error("cannot read it"), 7);
    expect(delivered).toEqual([]);
    expect(deadLetters).toMatchObject([{ failures: 6 }]);
  });
});
