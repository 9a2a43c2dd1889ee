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

interface BatcherOptions {
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

export function createBatcher(options: BatcherOptions): Batcher {
  const { hasWork, run } = options;
  const pace = createPace(options);
  let running: Promise<void> | undefined;
  let pauseMs = 0;
  let isStopped = false;

  async function runBatches(): Promise<void> {
    while (hasWork() && !isStopped) {
      await (pauseMs > 0 ? pace.pause(pauseMs) : pace.untilGathered());
      // After a stop no further batch begins, not even the one that this pause was for.
      if (isStopped && pauseMs > 0) return;
      pace.begin();
      pauseMs = await run();
    }
  }

  function notify(): void {
    if (isStopped) return;
    pace.notify();
    // Its batches are of many requests, so they belong to the trace of none.
    running ??= inSpan(undefined, runBatches).finally(() => {
      running = undefined;
      // Work may have come between the last look and here.
      if (hasWork()) notify();
    });
  }

  return {
    notify,
    wake: () => pace.endWait(),
    flush() {
      const end = pace.flush();
      if (pauseMs === 0) pace.endWait();
      return end;
    },
    async stop() {
      isStopped = true;
      pace.stop();
      await running;
    },
    async idle() {
      while (running) await running;
    },
  };
}

/** When the next batch may begin. */
function createPace({ everyMs, gatherMs, isFull }: BatcherOptions) {
  let begunAt = -Infinity;
  let flushes = 0;
  let notified = 0;
  const { wait, ...ends } = createWait();

  function leftMs(sinceLastMs: number): number {
    return flushes > 0 ? 0 : begunAt + sinceLastMs - performance.now();
  }

  return {
    notify: () => void notified++,
    begin: () => void (begunAt = performance.now()),
    pause: (pauseMs: number) => wait(Math.max(pauseMs, leftMs(everyMs))),
    async untilGathered(): Promise<void> {
      await wait(leftMs(everyMs));
      for (let seen = -1; notified !== seen && !isFull() && leftMs(gatherMs) > 0; ) {
        seen = notified;
        await wait(Math.min(leftMs(gatherMs), quietMs));
      }
    },
    ...ends,
    /** Batches wait for no more; the returned function ends that. */
    flush() {
      flushes++;
      return () => void flushes--;
    },
  };
}

/** A wait of at least a turn of the event loop that can be ended. */
function createWait() {
  let isStopped = false;
  let endWait = (): void => {};

  return {
    wait: (milliseconds: number): Promise<void> =>
      new Promise((resume) => {
        const isShort = milliseconds <= 0 || isStopped;
        const timer = isShort ? undefined : setTimeout(resume, milliseconds);
        if (isShort) setImmediate(resume);
        endWait = () => {
          clearTimeout(timer);
          resume();
        };
      }),
    endWait: () => endWait(),
    /** Ends this wait, and all later ones after a turn. */
    stop: (): void => {
      isStopped = true;
      endWait();
    },
  };
}
