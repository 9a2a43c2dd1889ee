import { afterEach, describe, expect, it } from "@jest/globals";
import { type Action, auth, read as readOf, resourcesCapacity } from "@slipway/contracts";
import type { ServiceBroker } from "moleculer";
import { z } from "zod";
import {
  type DatabaseFailure,
  type Log,
  callerFor,
  createBroker,
  handle,
  refuse,
} from "../src/index.ts";

let broker: ServiceBroker;
afterEach(() => broker.stop());

const read: Action = auth.getTenantName;
const mutation: Action = resourcesCapacity.attachClaims;
const caller = callerFor(
  {
    tenantId: "ten_1",
    actorType: "SYSTEM",
    actorId: null,
    credentialId: null,
    scopes: [],
    source: "system",
  },
  "request-1",
);

/** Calls an action whose use case throws this; the database's failure is what the error stands for. */
async function answerOf(contract: Action, thrown: Error, failure: DatabaseFailure) {
  const lines: { level: string; line: string; more: unknown }[] = [];
  const log: Log = (level, line, more) => {
    if (level !== "debug") lines.push({ level, line, more });
  };
  broker = createBroker({ nodeId: "one", log });
  const open = { ...contract, input: { safeParse: () => ({ success: true, data: {} }) } };
  const useCase = (): never => {
    throw thrown;
  };
  const state = { isUp: () => true, failureOf: () => failure };
  broker.createService({
    name: "some",
    actions: { work: handle(open as never, useCase as never, state) },
  });
  await broker.start();
  const error = await broker
    .call("some.work", {}, { meta: { caller } })
    .catch((answered: unknown) => answered);
  return { error, lines };
}

describe("an action whose use case fails", () => {
  const lost = new Error("connection 7 closed");

  it.each([
    ["a read", read, "nothingDone", "SERVICE_UNAVAILABLE", 503],
    ["a read", read, "inDoubt", "SERVICE_UNAVAILABLE", 503],
    // The use case may have written something before the failed operation: `handle` cannot know.
    ["a mutation", mutation, "nothingDone", "OUTCOME_UNKNOWN", 504],
    ["a mutation", mutation, "inDoubt", "OUTCOME_UNKNOWN", 504],
  ] as const)(
    "answers %s (%#) of a database that failed it",
    async (_kind, contract, failure, type, code) => {
      const { error, lines } = await answerOf(contract, lost, failure);
      expect(error).toMatchObject({ type, code });
      expect(lines).toEqual([
        {
          level: "warn",
          line: "the database failed a call",
          more: expect.objectContaining({
            err: expect.objectContaining({ message: lost.message }),
          }),
        },
      ]);
    },
  );

  it("answers a mutation with what its use case knows better", async () => {
    const { error } = await answerOf(mutation, refuse("SERVICE_UNAVAILABLE"), "nothingDone");
    expect(error).toMatchObject({ type: "SERVICE_UNAVAILABLE", code: 503 });
  });

  it("lets a fault of ours through, and it is logged as one", async () => {
    const { error, lines } = await answerOf(mutation, new TypeError("no such thing"), "fault");
    expect(error).toMatchObject({ message: "no such thing" });
    expect(lines).toMatchObject([{ level: "error", line: "call failed" }]);
  });
});

describe("an answer that is built", () => {
  const built = readOf("some.work", {
    input: z.object({}),
    output: z.object({ free: z.int() }),
    built: true,
  });
  const sound = { free: 2 };

  /** Answers of calls one after the other; of a call that fails the code. */
  async function answersOf(outputs: readonly object[], samplesBuilt?: true) {
    broker = createBroker({ nodeId: "one", log: () => undefined });
    const left = [...outputs];
    const useCase = () => left.shift() as typeof sound;
    const state = { isUp: () => true, failureOf: () => "fault" as const };
    const work = handle(built, useCase, { ...state, ...(samplesBuilt && { samplesBuilt }) });
    broker.createService({ name: "some", actions: { work } });
    await broker.start();
    const answers: unknown[] = [];
    for (const _ of outputs)
      answers.push(await broker.call("some.work", {}, { meta: { caller } }).catch(() => "fault"));
    return answers;
  }

  it.each([
    ["a field of another type", { free: "two" }],
    ["a field more than its contract has", { free: 2, hash: "secret" }],
  ])("is a fault with %s where each is looked at", async (_, wrong) => {
    expect(await answersOf([sound, wrong])).toEqual([sound, "fault"]);
  });

  it("is looked at a hundred times, and then once in a thousand", async () => {
    const wrong = { free: "two" };
    const answers = await answersOf(
      Array.from({ length: 1_001 }, () => wrong),
      true,
    );
    const faults = answers.flatMap((each, at) => (each === "fault" ? [at + 1] : []));
    expect(faults).toEqual([...Array.from({ length: 100 }, (_, at) => at + 1), 1_000]);
  });
});
