/** Turns the changes of a few seconds into jobs, on one replica at a time. */
import type { Deps } from "../deps.ts";
import { type ClockedLoop, clockedLoop } from "../crew-worker.ts";
import { planJobs } from "./plan-jobs.ts";

const leaseMs = 15_000;
/** After a failure, while other tenants pass. */
const postponeMs = 5_000;

/** Looks for changes that have waited long enough. */
export function planTimer(deps: Deps): ClockedLoop {
  const holder = deps.broker.nodeID;
  const isOurs = (): Promise<boolean> =>
    // The lease counts by the clock of this world, as the timer does.
    deps.takeLease("plan-jobs", holder, Date.now(), leaseMs);
  async function look(): Promise<void> {
    let tenantId = await deps.changes.findDueTenant(deps.clock());
    while (tenantId !== null && (await isOurs())) {
      await planOrPostpone(deps, tenantId);
      tenantId = await deps.changes.findDueTenant(deps.clock());
    }
  }
  return clockedLoop({ everyMs: Math.min(500, deps.gatherMs), look, warn: deps.warn });
}

async function planOrPostpone(deps: Deps, tenantId: string): Promise<void> {
  try {
    await planJobs(deps, tenantId);
  } catch (error) {
    deps.warn(`sync: changes of ${tenantId} wait: ${String(error)}`);
    await deps.changes.postpone(tenantId, new Date(deps.clock() + postponeMs));
  }
}
