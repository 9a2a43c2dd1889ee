import type { JobDeps } from "./deps.ts";

const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** Removes jobs that ended 30 days ago; answers how many. Several replicas may do so. */
export function sweepJobs({ jobs, clock }: Pick<JobDeps, "jobs" | "clock">): Promise<number> {
  return jobs.removeEnded(new Date(clock() - keptMs));
}
