/** Sends jobs, few at a time to each channel and a share of all to each tenant: a slow one delays no other. */
import { type RunningJob, ownRequest } from "@slipway/broker";
import { type JobStore, type Lease, createJobQueue, tenantSlots } from "@slipway/jobs";
import {
  faultRetryMs,
  jobLeaseMs,
  jobSlotsMax,
  jobsPerChannelMax,
  lookEveryMs,
} from "../constants.ts";
import type { JobDeps } from "./deps.ts";
import { type Attempt, type Job, jobAfter } from "./job.ts";
import { jobOf } from "./job-store.ts";
import type { JobDocument } from "./schema.ts";
import { sendJob } from "./send-job.ts";

/** Sends at once what this replica has made, and looks for the rest every two seconds. */
export function jobWorker(deps: JobDeps, jobs: JobStore<JobDocument>): RunningJob {
  const slots = tenantSlots(jobSlotsMax);
  return createJobQueue({
    name: "sync.find-jobs",
    everyMs: lookEveryMs,
    leaseMs: jobLeaseMs,
    jobs,
    slots: [slots],
    termsOf: async () => ({ atOnce: jobsPerChannelMax, slots, context: undefined }),
    run: (document, _context, lease) => attempt(deps, jobOf(document), lease),
    cutOff: () => deps.outbound.close(),
    clock: deps.clock,
    warn: deps.warn,
  });
}

async function attempt(deps: JobDeps, job: Job, lease: Lease): Promise<boolean> {
  let ended: Attempt;
  try {
    ended = await sendJob(deps, job, lease);
  } catch (error) {
    // One that a stop has cut off decides nothing: another replica makes it at once.
    await lease.keep();
    deps.warn(`sync job ${job.id}: ${String(error)}`);
    ended = { isSuccess: false, error: "INTERNAL", retryInMs: faultRetryMs, isFault: true };
  }
  const { status } = await finish(deps, { ...job, leasedUntil: lease.until() }, ended);
  return status === "FAILED";
}

/** Writes an attempt's end, unless another replica has taken the job over since. */
async function finish(deps: JobDeps, job: Job, ended: Attempt): Promise<Job> {
  const { caller } = ownRequest(deps.broker, job.tenantId);
  return deps.jobs.changeBy(caller, job.id, deps.clock(), (current, at) => {
    const isOurs = current.leasedUntil?.getTime() === job.leasedUntil?.getTime();
    if (current.status !== "PENDING" || !isOurs) return null;
    const set = jobAfter(current, ended, at.getTime());
    return { type: eventTypes[set.status], set };
  });
}

const eventTypes = {
  SUCCEEDED: "syncJob.succeeded",
  FAILED: "syncJob.failed",
  PENDING: "syncJob.postponed",
} as const;
