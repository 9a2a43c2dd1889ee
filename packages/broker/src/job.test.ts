import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { type Job, createJob } from "./job.ts";

afterEach(() => {
  jest.useRealTimers();
});

function aJob(overrides: Partial<Job> = {}) {
  const warnings: string[] = [];
  const runs: PromiseWithResolvers<void>[] = [];
  const run = (): Promise<void> => {
    const one = Promise.withResolvers<void>();
    runs.push(one);
    return one.promise;
  };
  const job = createJob(
    { name: "some.sweep-things", everyMs: 1_000, atStart: true, run, ...overrides },
    (line) => warnings.push(line),
  );
  return { job, runs, warnings };
}

/** Ends a run and lets everything happen that follows from it at once. */
async function end(run: PromiseWithResolvers<void> | undefined, error?: Error): Promise<void> {
  if (error) run?.reject(error);
  else run?.resolve();
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

describe("a job", () => {
  it("runs at the start, and again a while after a run has ended", async () => {
    jest.useFakeTimers();
    const { job, runs } = aJob();
    job.start();
    await end(undefined);
    jest.advanceTimersByTime(5_000);
    expect(runs).toHaveLength(1);
    await end(runs[0]);
    jest.advanceTimersByTime(999);
    expect(runs).toHaveLength(1);
    jest.advanceTimersByTime(1);
    await end(undefined);
    expect(runs).toHaveLength(2);
  });

  it("waits first unless it is to run at the start", async () => {
    jest.useFakeTimers();
    const { job, runs } = aJob({ atStart: false });
    job.start();
    await end(undefined);
    expect(runs).toHaveLength(0);
    jest.advanceTimersByTime(1_000);
    await end(undefined);
    expect(runs).toHaveLength(1);
  });

  it("runs once more, not twice at once, where it is woken while it runs", async () => {
    const { job, runs } = aJob();
    job.start();
    await end(undefined);
    job.wake();
    job.wake();
    await end(undefined);
    expect(runs).toHaveLength(1);
    await end(runs[0]);
    expect(runs).toHaveLength(2);
    await end(runs[1]);
    expect(runs).toHaveLength(2);
    await job.stop();
  });

  it("logs a run that fails, and runs again", async () => {
    const { job, runs, warnings } = aJob();
    job.start();
    await end(undefined);
    await end(runs[0], new Error("no database"));
    expect(warnings).toEqual(["some.sweep-things: Error: no database"]);
    job.wake();
    await end(undefined);
    expect(runs).toHaveLength(2);
    await end(runs[1]);
    await job.stop();
  });

  it("stops when its run has ended, and runs no more", async () => {
    const { job, runs } = aJob();
    job.start();
    await end(undefined);
    let isStopped = false;
    const stopped = job.stop().then(() => (isStopped = true));
    await end(undefined);
    expect(isStopped).toBe(false);
    job.wake();
    await end(runs[0]);
    await stopped;
    job.wake();
    await end(undefined);
    expect(runs).toHaveLength(1);
  });
});
