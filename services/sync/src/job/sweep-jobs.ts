import type { Deps } from "../deps.ts";

const dayMs = 24 * 60 * 60 * 1_000;
const keptMs = 30 * dayMs;
/** Small enough that a sweep never keeps a request waiting. */
const batchMax = 500;

/** Removes jobs that ended 30 days ago; answers how many. Several replicas may do so. */
export async function sweepJobs({ jobs, clock }: Pick<Deps, "jobs" | "clock">): Promise<number> {
  const before = new Date(clock() - keptMs);
  let swept = 0;
  for (;;) {
    const removed = await jobs.removeEnded(before, batchMax);
    swept += removed;
    if (removed < batchMax) return swept;
  }
}
