import { type Request, refuse } from "@slipway/broker";
import type { InputOf, sync } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { JobDeps } from "./deps.ts";
import { type JobRecord, keptRecord } from "./job.ts";

/** Sends a failed job again, now and by the whole schedule. */
export async function retryJob(
  deps: JobDeps,
  { caller }: Request,
  { id }: InputOf<typeof sync.retryJob>,
): Promise<JobRecord> {
  const job = await deps.jobs.change(caller.tenantId, id, deps.clock(), (current, at) => {
    if (current.status !== "FAILED")
      throw refuse("INVALID_STATE", { detail: "Only a failed job can be sent again." });
    const set = {
      status: "PENDING",
      attemptsBefore: current.attempts,
      nextAttemptAt: at,
    } as const;
    const event = eventOf(caller, at.getTime(), {
      type: "syncJob.retried",
      entityId: id,
      before: keptRecord(current),
      after: keptRecord({ ...current, ...set, updatedAt: at }),
    });
    return { set, event };
  });
  deps.wakeJobs();
  return keptRecord(job);
}
