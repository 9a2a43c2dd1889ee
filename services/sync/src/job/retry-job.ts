import { type Request, refuse } from "@slipway/broker";
import type { InputOf, sync } from "@slipway/contracts";
import type { JobDeps } from "./deps.ts";
import { type JobRecord, keptRecord } from "./job.ts";

/** Sends a failed job again, now and by the whole schedule. */
export async function retryJob(
  deps: JobDeps,
  { caller }: Request,
  { id }: InputOf<typeof sync.retryJob>,
): Promise<JobRecord> {
  const job = await deps.jobs.changeBy(caller, id, deps.clock(), (current, at) => {
    if (current.status !== "FAILED")
      throw refuse("INVALID_STATE", { detail: "Only a failed job can be sent again." });
    const set = {
      status: "PENDING",
      attemptsBefore: current.attempts,
      nextAttemptAt: at,
    } as const;
    return { type: "syncJob.retried", set };
  });
  deps.wakeJobs();
  return keptRecord(job);
}
