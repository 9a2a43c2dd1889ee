/** Turns the changes of a few seconds into jobs, on one replica at a time. */
import type { RunningJob } from "@slipway/broker";
import { tenantSlots } from "@slipway/delivery";
import { planEveryMs, planLeaseMs, planSlotsMax, postponeMs } from "../constants.ts";
import type { ChangeDeps } from "./deps.ts";
import { createPoolJob, createWorkerPool } from "../worker-pool.ts";
import { planJobs } from "./plan-jobs.ts";

/** Looks for changes that have waited long enough. */
export function planWorker(deps: ChangeDeps): RunningJob {
  const holder = deps.broker.nodeID;
  const isOurs = (): Promise<boolean> =>
    // The lease uses process time, like the timer (not the simulated clock).
    deps.takeLease("plan-jobs", holder, Date.now(), planLeaseMs);
  const pool = createWorkerPool({
    slots: tenantSlots(planSlotsMax),
    async findTenant(after, without) {
      const tenantId = await deps.changes.findDueTenant(deps.clock(), { after, without });
      return tenantId !== null && (await isOurs()) ? tenantId : null;
    },
    list: async (tenantId) => [tenantId],
    idOf: (tenantId) => tenantId,
    keyOf: (tenantId) => tenantId,
    run: (tenantId) => planOrPostpone(deps, tenantId),
    warn: deps.warn,
  });
  const everyMs = Math.min(planEveryMs, deps.config.gatherMs);
  return createPoolJob(pool, { name: "sync.plan-jobs", everyMs }, deps.warn);
}

async function planOrPostpone(deps: ChangeDeps, tenantId: string): Promise<void> {
  try {
    await planJobs(deps, tenantId);
  } catch (error) {
    deps.warn(`sync: changes of ${tenantId} wait: ${String(error)}`);
    await deps.changes.postpone(tenantId, new Date(deps.clock() + postponeMs));
  }
}
