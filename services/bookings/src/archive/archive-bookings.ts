import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, bookingArchive } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import { recordOf } from "../record/booking-record.ts";
import type { Booking } from "../record/booking.ts";
import type { ArchiveDeps } from "./deps.ts";
import { eraseNamedEvents } from "../erase/erase-customer.ts";
import { erasedFields } from "../erase/personal-data.ts";
import { endRun, endedBefore, requireRun } from "./list-ended-bookings.ts";

type ArchiveBookingsInput = InputOf<typeof bookingArchive.archiveBookings>;

/**
 * Replaces bookings by stubs, each by one write on the version that the file has. The caller has written the file before, and
 * the disk has it: a crash between the two leaves the booking, and the next run archives it again. The races:
 *
 * - with a change: the version in the filter decides, and the file of a later run has the changed booking;
 * - with a late repeat of the request that made the booking: before this write it finds the booking, and answers it. After
 *   it, it finds the stub and is refused. If it looked before either was there, the unique index refuses its insert;
 * - with a list that has found the id: it reads the booking by its id and finds none;
 * - with recovery of claims: the stub names them as the booking did.
 */
export async function archiveBookings(
  deps: ArchiveDeps,
  request: Request,
  { run, versions, end = false }: ArchiveBookingsInput,
): Promise<OutputOf<typeof bookingArchive.archiveBookings>> {
  if (deps.config.keepDays === 0) return { archived: 0 };
  await requireRun(deps, run);
  const filed = new Map(versions.map((version) => [version.id, version]));
  const read = await deps.archive.read([...filed.keys()]);
  const unchanged = read.filter((booking) => isVersion(booking, filed.get(booking._id)));
  const written = await Promise.all(unchanged.map((booking) => archive(deps, request, booking)));
  if (end) await endRun(deps, run);
  const { pending } = await deps.relay.backlog(1);
  return { archived: written.filter(Boolean).length, pending };
}

function isVersion(
  { tenantId, revision, commit }: Booking,
  version: ArchiveBookingsInput["versions"][number] | undefined,
): boolean {
  if (tenantId !== version?.tenantId) return false;
  return revision === version.revision && (commit ?? null) === version.commit;
}

async function archive(deps: ArchiveDeps, request: Request, booking: Booking): Promise<boolean> {
  const { tenantId, _id, updatedAt: readAt, erasedAt } = booking;
  const updatedAt = laterThan(readAt, deps.clock());
  const caller = { ...request.caller, tenantId };
  const left = erasedFields(booking, null, updatedAt) ?? {};
  await eraseNamedEvents({ ...request, caller }, booking, left);
  const event = eventOf(caller, updatedAt.getTime(), {
    type: "booking.archived",
    entityId: _id,
    // The log keeps nobody's data of a booking that no erasure finds any more.
    before: recordOf({ ...booking, ...left, erasedAt }),
    after: null,
  });
  const written = { endedBefore: endedBefore(deps), updatedAt, event };
  const isWritten = await deps.archive.replace(booking, written);
  if (isWritten) deps.deliver(_id, event);
  return isWritten;
}
