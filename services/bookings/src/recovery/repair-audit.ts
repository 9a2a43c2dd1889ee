import { type Request, call } from "@slipway/broker";
import { type CommittedEvent, audit } from "@slipway/contracts";
import { entryOf, eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import { type LastEntry, recordIn } from "./audit-end.ts";
import { recordOf } from "../record/booking-record.ts";
import type { BookingRecord } from "../record/booking.ts";
import type { RecoveryDeps } from "./deps.ts";
import type { Finding } from "./examination.ts";
import { type Difference, type Ghost, listDifferences, listGhosts } from "./examine-audit.ts";
import { pagesOf } from "./examine-bookings.ts";

/**
 * Adds a `booking.repair` entry for each booking that differs from its last audit entry. Its `after` is the
 * booking as found, or null if there is none. Earlier entries stay, and missing ones stay missing.
 * Repeatable.
 */
export async function repairAudit(deps: RecoveryDeps, request: Request): Promise<Finding[]> {
  const repaired: Finding[] = [];
  for await (const page of pagesOf(deps.everyTenant.listAll(() => undefined)))
    for (const difference of await listDifferences(deps, request, page))
      if (await repairEntry(deps, request, difference)) repaired.push(difference.finding);
  for await (const ghosts of listGhosts(deps, request))
    for (const ghost of ghosts) {
      if (await repairGhost(deps, request, ghost)) repaired.push(ghost.finding);
    }
  return repaired;
}

/** False: the booking has changed since the comparison, and that change has its own event. */
async function repairEntry(
  deps: RecoveryDeps,
  request: Request,
  { booking, entry }: Difference,
): Promise<boolean> {
  const after = recordOf(booking);
  const event = repairOf(deps, request, { tenantId: booking.tenantId, entry, after });
  const isWritten = await deps.everyTenant.pushEvent(booking, event);
  if (isWritten) deps.deliver(booking._id, event);
  return isWritten;
}

/** Takes the id by a tombstone first, so that no booking is ever inserted under it. False: a booking has it. */
async function repairGhost(deps: RecoveryDeps, request: Request, ghost: Ghost): Promise<boolean> {
  const { tenantId, entityId, entry } = ghost;
  if (!(await takeId(deps, tenantId, entityId))) return false;
  const event = repairOf(deps, request, { tenantId, entry, after: null });
  await call(request, audit.appendEntries, { entries: [{ ...entryOf(event), entityId }] });
  return true;
}

async function takeId(
  { tombstones, clock }: RecoveryDeps,
  tenantId: string,
  id: string,
): Promise<boolean> {
  if (await tombstones.insertTombstone(tenantId, id, new Date(clock()))) return true;
  const [owner] = await tombstones.findOwners([id]);
  return owner !== undefined && !owner.live && tombstones.isStill(owner);
}

/** An event dated after the booking's last audit entry. */
function repairOf(
  { clock }: RecoveryDeps,
  { caller }: Request,
  described: { tenantId: string; entry: LastEntry | undefined; after: BookingRecord | null },
): CommittedEvent {
  const { tenantId, entry, after } = described;
  const at = entry ? laterThan(new Date(entry.timestamp), clock()).getTime() : clock();
  return eventOf({ ...caller, tenantId }, at, {
    type: "booking.repaired",
    entityId: after?.id ?? "",
    before: (recordIn(entry) as BookingRecord | undefined) ?? null,
    after,
  });
}
