/** Deletes all records of a tenant, in all services. */
import { setTimeout as pause } from "node:timers/promises";
import { type Via, call, deadlineMsMax, ownRequest, unlessRefused } from "@slipway/broker";
import { auth, tenantData } from "@slipway/contracts";
import type { CommandAnswer } from "./wire.ts";

type Deleted = Record<string, Record<string, number>>;

const { auth: ofAuth, audit, ...others } = tenantData.ofServices;
/** Nobody is let in any more before the rest goes. */
const first = [ofAuth];
/** Services in the order of deletion: those that make work for others go first, and the log goes last. */
const inOrder = [
  others.sync,
  others.webhooks,
  // Before the bookings: doctor restores a booking that the log has and the database has not.
  audit,
  others.bookings,
  others.availability,
  others.resourcesCapacity,
  others.catalog,
  ofAuth,
  audit,
];
/** Until no request and no delivery that had begun before can write any more. */
const settleMs = deadlineMsMax + 2_000;
const passesMax = 20;
/** A relay tries an event in its memory again after five seconds at most. */
const betweenMs = 6_000;

/**
 * Deletes them part by part: an interrupted command is run again and goes on. The race that it must win is with work
 * that began before: a request, a delivery, a job. So it takes away the credentials, waits until such work has ended, and
 * repeats its passes until two find nothing. The record of the tenant goes last: until then the command finds it.
 */
export async function deleteTenant(
  broker: Via,
  tenantId: string,
  name: string,
  waitMs = settleMs,
): Promise<CommandAnswer> {
  const tenant = await call(ownRequest(broker, tenantId, "cli", "read"), auth.getTenantName, {});
  if (tenant.name !== name)
    return { ok: false, sentence: `--yes: the tenant ${tenantId} has another name.` };
  const deleted: Deleted = {};
  await deleteIn(broker, tenantId, first, deleted);
  await pause(waitMs);
  let emptyPasses = 0;
  for (let passes = 1; emptyPasses < 2; passes++) {
    if (passes > passesMax)
      return { ok: false, sentence: "Something still writes records of the tenant: run it again." };
    if (passes > 1) await pause(Math.min(waitMs, betweenMs));
    const isEmpty = (await deleteIn(broker, tenantId, inOrder, deleted)) === 0;
    emptyPasses = isEmpty ? emptyPasses + 1 : 0;
  }
  // Another run of this command may be faster.
  const deletion = call(ownRequest(broker, tenantId, "cli"), auth.deleteTenant, { name });
  await unlessRefused("NOT_FOUND", deletion);
  return { ok: true, record: { tenantId, name, deleted }, isClean: true };
}

/** One pass; answers how many documents it has deleted, and adds them to the sums. */
async function deleteIn(
  broker: Via,
  tenantId: string,
  services: readonly (typeof inOrder)[number][],
  sums: Deleted,
): Promise<number> {
  let count = 0;
  for (const { service, deleteRecords } of services) {
    let page: string | undefined;
    do {
      const request = ownRequest(broker, tenantId, "cli");
      const part = await call(request, deleteRecords, page === undefined ? {} : { page });
      for (const [collection, deleted] of Object.entries(part.deleted)) {
        const sum = (sums[service] ??= {});
        sum[collection] = (sum[collection] ?? 0) + deleted;
        count += deleted;
      }
      page = part.next ?? undefined;
    } while (page !== undefined);
  }
  return count;
}
