/** Sends jobs, few at a time to each channel and a share of all to each tenant: a slow one delays no other. */
import { type RunningJob, ownRequest } from "@slipway/broker";
import { tenantSlots } from "@slipway/delivery";
import { eventOf } from "@slipway/events";
import {
  faultRetryMs,
  jobLeaseMs,
  jobSlotsMax,
  jobsListedMax,
  jobsPerChannelMax,
  lookEveryMs,
} from "../constants.ts";
import { createPoolJob, createWorkerPool } from "../worker-pool.ts";
import type { JobDeps } from "./deps.ts";
import { type Attempt, type DueJob, type Job, isRunning, jobAfter, keptRecord } from "./job.ts";
import { sendJob } from "./send-job.ts";

/** Sends at once what this replica has made, and looks for the rest every two seconds. */
export function jobWorker(deps: JobDeps): RunningJob {
  const pool = createWorkerPool({
    slots: tenantSlots(jobSlotsMax),
    perKeyMax: jobsPerChannelMax,
    warn: deps.warn,
    findTenant: (after, without) => deps.jobs.findDueTenant(deps.clock(), { after, without }),
    list: (tenantId, without) =>
      deps.jobs.listDue(tenantId, deps.clock(), { without, limit: jobsListedMax }),
    idOf: ({ id }) => id,
    keyOf: ({ channelConnectionId }: DueJob) => channelConnectionId,
    run: (job) => attempt(deps, job),
  });
  return createPoolJob(pool, { name: "sync.find-jobs", everyMs: lookEveryMs }, deps.warn);
}

async function attempt(deps: JobDeps, due: DueJob): Promise<void> {
  const job = await take(deps, due);
  if (!job) return;
  let ended: Attempt;
  try {
    ended = await sendJob(deps, job);
  } catch (error) {
    deps.warn(`sync job ${job.id}: ${String(error)}`);
    ended = { isSuccess: false, error: "INTERNAL", retryInMs: faultRetryMs, isFault: true };
  }
  await finish(deps, job, ended);
}

/** Null where another replica has it, or it is not due any more. */
async function take(deps: JobDeps, due: DueJob): Promise<Job | null> {
  const now = deps.clock();
  let isOurs = false;
  const taken = await deps.jobs.change(due.tenantId, due.id, now, (current) => {
    const isDue = current.nextAttemptAt !== null && current.nextAttemptAt.getTime() <= now;
    isOurs = current.status === "PENDING" && isDue && !isRunning(current, now);
    return isOurs ? { set: { leasedUntil: new Date(now + jobLeaseMs) } } : null;
  });
  return isOurs ? taken : null;
}

/** Writes an attempt's end, unless another replica has taken the job over since. */
async function finish(deps: JobDeps, job: Job, ended: Attempt): Promise<void> {
  await deps.jobs.change(job.tenantId, job.id, deps.clock(), (current, at) => {
    const isOurs = current.leasedUntil?.getTime() === job.leasedUntil?.getTime();
    if (current.status !== "PENDING" || !isOurs) return null;
    const set = jobAfter(current, ended, at.getTime());
    const event = eventOf(ownRequest(deps.broker, job.tenantId).caller, at.getTime(), {
      type: eventTypes[set.status],
      entityId: job.id,
      before: keptRecord(current),
      after: keptRecord({ ...current, ...set, updatedAt: at }),
    });
    return { set, event };
  });
}

const eventTypes = {
  SUCCEEDED: "syncJob.succeeded",
  FAILED: "syncJob.failed",
  PENDING: "syncJob.postponed",
} as const;
