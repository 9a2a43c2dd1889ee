import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { refuse } from "@slipway/broker";
import mongoose from "mongoose";
import { type Aside, type Item, Lane } from "./lane.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A lane with one event, whose consumer fails so often with this error and then takes it. */
async function laneOf(error: Error, failures: number) {
  let attempts = 0;
  const told: Item[] = [];
  const asides: Aside[] = [];
  const lane = new Lane({
    consumer: {
      name: "some",
      tell: () => (attempts++ < failures ? Promise.reject(error) : Promise.resolve()),
    },
    told: (items) => told.push(...items),
    setAside: (aside) => Promise.resolve(void asides.push(aside)),
    warn: () => {},
  });
  const event = { id: "aud_1", at: new Date(), fact: {} };
  lane.add({ collection: {} as never, documentId: "res_1", event: event as never, left: 1 });
  await jest.advanceTimersByTimeAsync(60_000);
  await lane.loop.stop();
  return { told, asides };
}

describe("an event that its consumer has failed to take seven times", () => {
  const { MongoNetworkError, MongoServerError } = mongoose.mongo;

  it.each([
    ["the database's connection broke", new MongoNetworkError("connection 7 closed")],
    ["the database refused for a moment", new MongoServerError({ code: 112, errmsg: "conflict" })],
    ["the database's credentials were changed", new MongoServerError({ code: 13, errmsg: "no" })],
    ["the outcome there is unknown", refuse("OUTCOME_UNKNOWN")],
    ["its service is away", refuse("SERVICE_UNAVAILABLE")],
  ])("is told at last and never set aside where %s", async (_why, error) => {
    const { told, asides } = await laneOf(error, 7);
    expect(told).toHaveLength(1);
    expect(asides).toEqual([]);
  });

  it("is set aside where it fails by itself", async () => {
    const { told, asides } = await laneOf(new Error("cannot read it"), 7);
    expect(told).toEqual([]);
    expect(asides).toMatchObject([{ failures: 6 }]);
  });
});
