/** Turns the changes of a few seconds into jobs: those of a tenant on one replica at a time. */
import type { RunningJob } from "@slipway/broker";
import { type JobStore, type Lease, createJobQueue, tenantSlots } from "@slipway/jobs";
import { planEveryMs, planLeaseMs, planSlotsMax, postponeMs } from "../constants.ts";
import type { ChangeDeps } from "./deps.ts";
import { planJobs } from "./plan-jobs.ts";
import type { ChangeDocument } from "./schema.ts";

/** Looks for changes that have waited long enough. The first of a tenant stands for all of them. */
export function planWorker(deps: ChangeDeps, jobs: JobStore<ChangeDocument>): RunningJob {
  const slots = tenantSlots(planSlotsMax);
  return createJobQueue({
    name: "sync.plan-jobs",
    everyMs: Math.min(planEveryMs, deps.config.gatherMs),
    leaseMs: planLeaseMs,
    jobs,
    slots: [slots],
    termsOf: async () => ({ atOnce: 1, slots, context: undefined }),
    run: ({ tenantId }, _context, lease) => planOrPostpone(deps, tenantId, lease),
    clock: deps.clock,
    warn: deps.warn,
  });
}

/** Changes are planned until that succeeds, so none is dead. A plan that a stop ends is made by another replica at once. */
async function planOrPostpone(deps: ChangeDeps, tenantId: string, { keep }: Lease): Promise<false> {
  try {
    await planJobs(deps, tenantId, keep);
  } catch (error) {
    // Another replica may plan by now: its lease stays.
    await keep();
    deps.warn(`sync: changes of ${tenantId} wait: ${String(error)}`);
    await deps.changes.postpone(tenantId, new Date(deps.clock() + postponeMs));
  }
  return false;
}
