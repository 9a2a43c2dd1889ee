import { type Request, ownRequest } from "@slipway/broker";
import { type OutputOf, bookings } from "@slipway/contracts";
import type { RecoveryDeps } from "./deps.ts";
import { type Finding, examine } from "./examination.ts";
import { listDifferences, listGhosts, namesMax } from "./examine-audit.ts";
import { listHalves } from "./examine-orders.ts";
import { findUnscheduled } from "../offer/find-unscheduled.ts";
import { recordOf } from "../record/booking-record.ts";
import { type Booking, holdsPlaces } from "../record/booking.ts";
import type { BookingWithOutbox } from "../record/every-tenant-store.ts";

/** Enough to act on; the rest appears once these are repaired. */
const findingsMax = 500;

/** Checks every booking of every tenant, compares it with its last audit entry: the findings. Changes nothing. */
export async function examineBookings(
  deps: RecoveryDeps,
  request: Request,
): Promise<OutputOf<typeof bookings.examineBookings>> {
  const findings: Finding[] = [];
  const unscheduled: Finding[] = [];
  let examined = 0;
  const skip = (id: string): void => {
    if (findings.length < findingsMax) findings.push(unreadable(id));
  };
  for await (const page of pagesOf(deps.everyTenant.listAll(skip))) {
    examined += page.length;
    if (unscheduled.length < findingsMax)
      unscheduled.push(...(await listUnscheduled(request, page, deps.clock())));
    if (findings.length >= findingsMax) continue;
    findings.push(...page.filter(breaksContract).map(({ _id }) => unreadable(_id)));
    findings.push(...page.flatMap((booking) => examine(booking, deps.clock())));
    findings.push(...(await listHalves(deps, page)).map(({ finding }) => finding));
    const differences = await listDifferences(deps, request, page);
    findings.push(...differences.map(({ finding }) => finding));
  }
  for await (const ghosts of listGhosts(deps, request)) {
    if (findings.length >= findingsMax) break;
    findings.push(...ghosts.map(({ finding }) => finding));
  }
  return {
    bookings: examined,
    findings: findings.slice(0, findingsMax),
    unscheduled: unscheduled.slice(0, findingsMax),
  };
}

/** Whether lists leave it out, and to read it alone is a fault. */
function breaksContract(booking: Booking): boolean {
  return !bookings.getBooking.output.safeParse(recordOf(booking)).success;
}

function unreadable(id: string): Finding {
  return { kind: "booking.unreadable", id, detail: "the stored booking cannot be read" };
}

/** Lists the bookings that start later, when nothing departs any more. */
async function listUnscheduled(
  request: Request,
  page: readonly Booking[],
  now: number,
): Promise<Finding[]> {
  const { via, deadline } = request;
  const coming = page
    .filter((booking) => holdsPlaces(booking, now) && booking.startAt.getTime() > now)
    .map(({ _id: id, tenantId, optionId, startAt }) => ({
      id,
      tenantId,
      optionId,
      startAt: startAt.getTime(),
    }));
  const found: Finding[] = [];
  for (const [tenantId, own] of Map.groupBy(coming, (booking) => booking.tenantId)) {
    const ofTenant = { ...ownRequest(via, tenantId, "cli", "read"), deadline };
    for (const { id, optionId, startAt } of await findUnscheduled(ofTenant, own)) {
      const start = new Date(startAt).toISOString();
      const detail = `starts at ${start}, and option ${optionId} has no departure then any more`;
      found.push({ kind: "booking.unscheduled", id, detail });
    }
  }
  return found;
}

/** Groups bookings by the size of one call to audit. */
export async function* pagesOf(
  all: AsyncIterable<BookingWithOutbox>,
): AsyncIterable<BookingWithOutbox[]> {
  let page: BookingWithOutbox[] = [];
  for await (const booking of all) {
    page.push(booking);
    if (page.length < namesMax) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
