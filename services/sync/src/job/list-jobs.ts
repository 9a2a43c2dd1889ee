import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { pageByIds, readIdCursor } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { shownRecord } from "./job.ts";

/** Jobs of the tenant's channels, newest first. */
export async function listJobs(
  { jobs, clock }: Deps,
  { caller }: Request,
  { limit, cursor, ...filter }: InputOf<typeof sync.listJobs>,
): Promise<OutputOf<typeof sync.listJobs>> {
  const now = clock();
  const page = { after: readIdCursor(cursor), limit: limit + 1, now };
  const found = await jobs.list(caller.tenantId, filter, page);
  return pageByIds(
    found.map((job) => shownRecord(job, now)),
    limit,
  );
}
