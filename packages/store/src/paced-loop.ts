/** Work that comes in bursts and costs little more for many than for one. */

export interface PacedLoop {
  /** There is something to do. After a rest it is done with what its turn of the event loop brings. */
  wake(): void;
  /** Ends the wait for the next round. */
  nudge(): void;
  /** From now on rounds begin as soon as they can; call what it answers to end that. */
  hurry(): () => void;
  /** Ends waiting and begins no further round; resolves when the last one has ended. */
  stop(): Promise<void>;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
}

export interface PacedWork {
  /** Rounds begin no sooner after each other. */
  everyMs: number;
  /** A round that is not full waits for more until then, while more keeps coming. */
  gatherMs: number;
  hasWork: () => boolean;
  isFull: () => boolean;
  /** One round; answers how long to wait before the next one, 0 for no longer than usual. Never rejects. */
  round: () => Promise<number>;
}

/** When nothing has come for so long, no more is waited for. */
const quietMs = 10;

export function pacedLoop({ everyMs, gatherMs, hasWork, isFull, round }: PacedWork): PacedLoop {
  let running: Promise<void> | undefined;
  let begunAt = -Infinity;
  let pauseMs = 0;
  let hurried = 0;
  let wakes = 0;
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
    return hurried > 0 ? 0 : begunAt + sinceLastMs - performance.now();
  }

  async function untilGathered(): Promise<void> {
    await wait(leftMs(everyMs));
    for (let seen = -1; wakes !== seen && !isFull() && leftMs(gatherMs) > 0; ) {
      seen = wakes;
      await wait(Math.min(leftMs(gatherMs), quietMs));
    }
  }

  async function run(): Promise<void> {
    while (hasWork() && !isStopped) {
      if (pauseMs > 0) await wait(Math.max(pauseMs, leftMs(everyMs)));
      else await untilGathered();
      // Whoever stops it wants no further round, not even the one that was waited for.
      if (isStopped && pauseMs > 0) return;
      begunAt = performance.now();
      pauseMs = await round();
    }
  }

  function wake(): void {
    if (isStopped) return;
    wakes++;
    running ??= run().finally(() => {
      running = undefined;
      // What came between the last look and here.
      if (hasWork()) wake();
    });
  }

  return {
    wake,
    nudge: () => endWait(),
    hurry() {
      hurried++;
      if (pauseMs === 0) endWait();
      return () => void hurried--;
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
