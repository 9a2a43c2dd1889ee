/** Gathers work that comes in bursts and costs little more for many items than for one. */
import { inSpan } from "@slipway/telemetry";

export interface Batcher {
  /** There is something to do. After an idle time the next batch begins with the next turn of the event loop. */
  notify(): void;
  /** Ends the wait for the next batch. */
  wake(): void;
  /** From now on batches begin as soon as they can; the returned function ends that. */
  flush(): () => void;
  /** Ends waiting and begins no further batch; resolves when the last one has ended. */
  stop(): Promise<void>;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
}

export interface BatcherOptions {
  /** The least time between the beginnings of two batches. */
  everyMs: number;
  /** A batch that is not full waits for more until then, while more keeps coming. */
  gatherMs: number;
  hasWork: () => boolean;
  isFull: () => boolean;
  /** Runs one batch; answers the pause before the next one, 0 for the usual one. Never rejects. */
  run: () => Promise<number>;
}

/** When nothing has come for so long, a batch waits for no more. */
const quietMs = 10;

export function createBatcher({
  everyMs,
  gatherMs,
  hasWork,
  isFull,
  run,
}: BatcherOptions): Batcher {
  let running: Promise<void> | undefined;
  let begunAt = -Infinity;
  let pauseMs = 0;
  let flushes = 0;
  let notified = 0;
  let isStopped = false;
  let endWait = (): void => {};

  function wait(milliseconds: number): Promise<void> {
    return new Promise((resume) => {
      const isShort = milliseconds <= 0 || isStopped;
      const timer = isShort ? undefined : setTimeout(resume, milliseconds);
      if (isShort) setImmediate(resume);
      endWait = () => {
        clearTimeout(timer);
        resume();
      };
    });
  }

  function leftMs(sinceLastMs: number): number {
    return flushes > 0 ? 0 : begunAt + sinceLastMs - performance.now();
  }

  async function untilGathered(): Promise<void> {
    await wait(leftMs(everyMs));
    for (let seen = -1; notified !== seen && !isFull() && leftMs(gatherMs) > 0; ) {
      seen = notified;
      await wait(Math.min(leftMs(gatherMs), quietMs));
    }
  }

  async function runBatches(): Promise<void> {
    while (hasWork() && !isStopped) {
      if (pauseMs > 0) await wait(Math.max(pauseMs, leftMs(everyMs)));
      else await untilGathered();
      // After a stop no further batch begins, not even the one that this pause was for.
      if (isStopped && pauseMs > 0) return;
      begunAt = performance.now();
      pauseMs = await run();
    }
  }

  function notify(): void {
    if (isStopped) return;
    notified++;
    // Its batches are of many requests, so they belong to the trace of none.
    running ??= inSpan(undefined, runBatches).finally(() => {
      running = undefined;
      // Work may have come between the last look and here.
      if (hasWork()) notify();
    });
  }

  return {
    notify,
    wake: () => endWait(),
    flush() {
      flushes++;
      if (pauseMs === 0) endWait();
      return () => void flushes--;
    },
    async stop() {
      isStopped = true;
      endWait();
      await running;
    },
    async idle() {
      while (running) await running;
    },
  };
}
