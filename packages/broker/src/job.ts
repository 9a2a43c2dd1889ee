/** Work that a service does by itself, again and again, on every replica. */
import { jobEnded } from "@slipway/metrics";
import { inSpan } from "@slipway/telemetry";

export interface Job {
  /** `<service>.<verb>-<noun>`, the label of its metric and the beginning of its log lines. */
  readonly name: string;
  /** From the end of a run to the beginning of the next. */
  readonly everyMs: number;
  /** The first run begins with the service; otherwise it waits for `everyMs`, too. */
  readonly atStart?: boolean;
  readonly run: () => Promise<unknown>;
}

/** Runs a job until it is stopped, never twice at once. A run that fails is logged and left to the next. */
export function createJob(job: Job, warn: (line: string) => void) {
  let isStopped = true;
  let isAsked = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function runAsked(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false;
      await runOnce(job, warn);
    }
    running = undefined;
    schedule();
  }

  function wake(): void {
    if (isStopped) return;
    clearTimeout(timer);
    isAsked = true;
    // The request that has woken it ends before it does.
    running ??= inSpan(undefined, runAsked);
  }

  function schedule(): void {
    if (!isStopped) timer = setTimeout(wake, job.everyMs).unref();
  }

  return {
    start() {
      isStopped = false;
      if (job.atStart) wake();
      else schedule();
    },
    /** Runs it now, or once more when the run under way has ended. */
    wake,
    /** Begins no further run; resolves when the last one has ended. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
    /** Runs it now; resolves when no run is under way and none was asked for. */
    async settle() {
      wake();
      while (running) await running;
    },
  };
}

export type RunningJob = ReturnType<typeof createJob>;

async function runOnce({ name, run }: Job, warn: (line: string) => void): Promise<void> {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1_000;
  try {
    await run();
    jobEnded(name, "ok", seconds());
  } catch (error) {
    jobEnded(name, "failed", seconds());
    warn(`${name}: ${String(error)}`);
  }
}
