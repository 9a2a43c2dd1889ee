import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { pageByIds, readIdCursor } from "@slipway/store";
import type { JobDeps } from "./deps.ts";
import { listReached } from "../channel/list-channels.ts";
import { type Job, shownRecord } from "./job.ts";

/** Jobs of the channels that the caller reaches, newest first. */
export async function listJobs(
  { jobs, channels, clock }: JobDeps,
  { caller }: Request,
  { limit, cursor, ...filter }: InputOf<typeof sync.listJobs>,
): Promise<OutputOf<typeof sync.listJobs>> {
  const now = clock();
  const itemOf = (job: Job) => shownRecord(job, now);
  const page = { after: readIdCursor(cursor), limit, now, itemOf };
  const among = await listReached(channels, caller);
  return pageByIds(await jobs.list(caller.tenantId, { ...filter, among }, page));
}
