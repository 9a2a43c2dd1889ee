import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { createBatcher } from "./batcher.ts";

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A batcher that has just run a batch, and when its later batches began, after that one. */
async function aBatcher({ full = Infinity } = {}) {
  let waiting = 0;
  const begun: number[] = [];
  const batcher = createBatcher({
    everyMs: 40,
    gatherMs: 100,
    hasWork: () => waiting > 0,
    isFull: () => waiting >= full,
    run: () => {
      begun.push(performance.now() - from);
      waiting = 0;
      return Promise.resolve(0);
    },
  });
  const bring = (): void => {
    waiting++;
    batcher.notify();
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
  return { bring, pass, begun };
}

describe("a batcher", () => {
  it("begins at once after an idle time", async () => {
    const { bring, pass, begun } = await aBatcher();
    await pass(200);
    bring();
    await pass(2);
    expect(begun).toHaveLength(1);
  });

  it("waits for more while more keeps coming, but not for ever", async () => {
    const { bring, pass, begun } = await aBatcher();
    for (let at = 0; at < 99; at += 3) {
      bring();
      await pass(3);
    }
    await pass(3);
    expect(begun).toHaveLength(1);
    expect(begun[0]).toBeGreaterThanOrEqual(95);
  });

  it("waits no longer when nothing more comes", async () => {
    const { bring, pass, begun } = await aBatcher();
    bring();
    await pass(60);
    expect(begun).toHaveLength(1);
    expect(begun[0]).toBeGreaterThanOrEqual(40);
  });

  it("waits no longer when a batch is full", async () => {
    const { bring, pass, begun } = await aBatcher({ full: 10 });
    for (let at = 0; at < 48; at += 3) {
      bring();
      await pass(3);
    }
    expect(begun).toHaveLength(1);
  });
});
