import { type Request, call } from "@slipway/broker";
import { audit } from "@slipway/contracts";
import { type OutboxEvent, eventOf, laterThan } from "@slipway/store";
import type { LastEntry } from "./audit-end.ts";
import { recordOf } from "../booking-record.ts";
import type { Deps } from "../deps.ts";
import type { Finding } from "./examination.ts";
import { type Difference, type Ghost, listDifferences, listGhosts } from "./examine-audit.ts";
import { pagesOf } from "./examine-bookings.ts";

/**
 * Tells the audit log what is, where it does not end with it: a `booking.repair` whose `after` is the
 * booking as it was found, null where there is none. What the log says of the past stays as it is,
 * and what it lacks of the past stays missing. Repeatable.
 */
export async function repairAudit(deps: Deps, request: Request): Promise<Finding[]> {
  const repaired: Finding[] = [];
  for await (const page of pagesOf(deps.everyTenant.listAll()))
    for (const difference of await listDifferences(deps, request, page))
      if (await tellBooking(deps, request, difference)) repaired.push(difference.finding);
  for await (const ghosts of listGhosts(deps, request))
    for (const ghost of ghosts) {
      if (await tellGhost(deps, request, ghost)) repaired.push(ghost.finding);
    }
  return repaired;
}

/** False: it has changed since it was looked at, and tells its change by itself. */
async function tellBooking(
  deps: Deps,
  request: Request,
  { booking, entry }: Difference,
): Promise<boolean> {
  const after = recordOf(booking);
  const event = repairOf(deps, request, { tenantId: booking.tenantId, entry, after });
  const isWritten = await deps.everyTenant.pushEvent(booking, event);
  if (isWritten) deps.tell(booking._id, event);
  return isWritten;
}

/** Its id is taken first, so that no booking is ever inserted under it. False: a booking has it. */
async function tellGhost(deps: Deps, request: Request, ghost: Ghost): Promise<boolean> {
  const { tenantId, entityId, entry } = ghost;
  if (!(await takeId(deps, tenantId, entityId))) return false;
  const { fact } = repairOf(deps, request, { tenantId, entry, after: null });
  await call(request, audit.appendEntries, { entries: [{ ...fact, entityId }] });
  return true;
}

async function takeId({ tombstones, clock }: Deps, tenantId: string, id: string): Promise<boolean> {
  if (await tombstones.insertTombstone(tenantId, id, new Date(clock()))) return true;
  const [owner] = await tombstones.findOwners([id]);
  return owner !== undefined && !owner.live && tombstones.isStill(owner);
}

/** Later than all that the log has of the booking. */
function repairOf(
  { clock }: Deps,
  { caller }: Request,
  told: { tenantId: string; entry: LastEntry | undefined; after: { id: string } | null },
): OutboxEvent {
  const { tenantId, entry, after } = told;
  const at = entry ? laterThan(new Date(entry.timestamp), clock()).getTime() : clock();
  return eventOf({ ...caller, tenantId }, at, {
    entityType: "booking",
    entityId: after?.id ?? "",
    verb: "repair",
    before: entry?.after ? (JSON.parse(entry.after) as object) : null,
    after,
  });
}
