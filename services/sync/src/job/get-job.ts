import type { Request } from "@slipway/broker";
import type { InputOf, sync } from "@slipway/contracts";
import type { JobDeps } from "./deps.ts";
import { requireReached } from "../channel/list-channels.ts";
import { type JobRecord, shownRecord } from "./job.ts";

/** One job of the tenant's channels. */
export async function getJob(
  { jobs, channels, clock }: JobDeps,
  { caller }: Request,
  { id }: InputOf<typeof sync.getJob>,
): Promise<JobRecord> {
  const job = await jobs.require(caller.tenantId, id);
  await requireReached(channels, caller, job);
  return shownRecord(job, clock());
}
