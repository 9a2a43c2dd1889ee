import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { BatchLoop } from "./batch-loop.ts";

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A loop that has just run a batch, and when its later batches began, after that one. */
async function aLoop({ full = Infinity, pauseMs = 0 } = {}) {
  let waiting = 0;
  const begun: number[] = [];
  const loop = new BatchLoop({
    everyMs: 80,
    hasWork: () => waiting > 0,
    isFull: () => waiting >= full,
    run: () => {
      begun.push(performance.now() - from);
      waiting = 0;
      return Promise.resolve(pauseMs);
    },
  });
  const bring = (): void => {
    waiting++;
    loop.notify();
  };
  const pass = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed++) {
      await jest.advanceTimersByTimeAsync(1);
      await new Promise((resume) => setImmediate(resume));
    }
  };
  let from = performance.now();
  bring();
  await pass(1);
  from += begun.pop() ?? Number.NaN;
  return { bring, pass, begun, loop };
}

describe("a batch", () => {
  it("begins at once after an idle time", async () => {
    const { bring, pass, begun } = await aLoop();
    await pass(200);
    bring();
    await pass(2);
    expect(begun).toHaveLength(1);
  });

  it("gathers what comes until its time", async () => {
    const { bring, pass, begun } = await aLoop();
    for (let at = 0; at < 90; at += 3) {
      bring();
      await pass(3);
    }
    expect(begun).toHaveLength(1);
    expect(begun[0]).toBeGreaterThanOrEqual(80);
  });

  it("begins as soon as it is full", async () => {
    const { bring, pass, begun } = await aLoop({ full: 10 });
    for (let at = 0; at < 48; at += 3) {
      bring();
      await pass(3);
    }
    expect(begun).toHaveLength(1);
  });

  it("begins as soon as a caller waits for the end", async () => {
    const { bring, pass, begun, loop } = await aLoop();
    bring();
    const idle = loop.idle();
    await pass(2);
    await idle;
    expect(begun).toHaveLength(1);
  });

  it("begins after its pause, and not at all after a stop", async () => {
    const { bring, pass, begun, loop } = await aLoop({ pauseMs: 1_000 });
    bring();
    await pass(900);
    expect(begun).toHaveLength(0);
    await pass(110);
    expect(begun).toHaveLength(1);
    bring();
    await loop.stop();
    expect(begun).toHaveLength(1);
  });
});
