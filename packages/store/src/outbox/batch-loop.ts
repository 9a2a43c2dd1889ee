import { inSpan } from "@slipway/telemetry";

interface BatchLoopOptions {
  /** The time between the beginnings of two batches, unless the next one is full before. */
  readonly everyMs: number;
  readonly hasWork: () => boolean;
  readonly isFull: () => boolean;
  /** Runs one batch; answers the pause before the next one, 0 for the usual one. Never rejects. */
  readonly run: () => Promise<number>;
}

/** Gathers work that comes in bursts and costs little more for many items than for one. */
export class BatchLoop {
  readonly #options: BatchLoopOptions;
  #running: Promise<void> | undefined;
  #isStopped = false;
  #begunAt = -Infinity;
  #pauseMs = 0;
  /** Callers that wait until nothing is left to do. */
  #hurried = 0;
  #endWait = (): void => {};

  constructor(options: BatchLoopOptions) {
    this.#options = options;
  }

  /** There is something to do. After an idle time the next batch begins with the next turn of the event loop. */
  notify(): void {
    if (this.#isStopped) return;
    if (this.#mayBegin()) this.#endWait();
    // Its batches are of many requests, so they belong to the trace of none.
    this.#running ??= inSpan(undefined, () => this.#runBatches()).finally(() => {
      this.#running = undefined;
      // Work may have come between the last look and here.
      if (this.#options.hasWork()) this.notify();
    });
  }

  /** Resolves when nothing is left to do. Until then batches begin as soon as they can. */
  async idle(): Promise<void> {
    this.#hurried++;
    if (this.#mayBegin()) this.#endWait();
    while (this.#running) await this.#running;
    this.#hurried--;
  }

  /** Begins no batch after the one that gathers now; resolves when the last one has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endWait();
    await this.#running;
  }

  async #runBatches(): Promise<void> {
    while (this.#options.hasWork() && !this.#isStopped) {
      await this.#wait();
      // A stop has ended a pause: no batch was to begin yet.
      if (this.#isStopped && this.#pauseMs > 0) return;
      this.#begunAt = performance.now();
      this.#pauseMs = await this.#options.run();
    }
  }

  #wait(): Promise<void> {
    const leftMs = this.#mayBegin()
      ? 0
      : Math.max(this.#pauseMs, this.#begunAt + this.#options.everyMs - performance.now());
    return new Promise((resume) => {
      const timer = leftMs > 0 ? setTimeout(resume, leftMs) : void setImmediate(resume);
      this.#endWait = () => {
        clearTimeout(timer);
        resume();
      };
    });
  }

  #mayBegin(): boolean {
    return (
      this.#isStopped || (this.#pauseMs === 0 && (this.#hurried > 0 || this.#options.isFull()))
    );
  }
}
