/** The part of the server in `slipway bookings archive`: pages of what there is to archive, and removals. */
import assert from "node:assert";
import { type Via, call, ownRequest } from "@slipway/broker";
import { bookingArchive, capacityArchive } from "@slipway/contracts";

const filedVersions = bookingArchive.archiveBookings.input.shape.versions;

/** A page of what there is to archive or, with versions, the removal of what a file has by now. */
export async function archivePart(
  broker: Via,
  flags: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { of = "bookings", run = "", page, versions, end } = flags;
  const request = ownRequest(broker, "-", "cli");
  const isOfBookings = of === "bookings";
  if (isOfBookings && versions === undefined)
    return call(request, bookingArchive.listEndedBookings, { run, ...(page && { page }) });
  // For other records this renews the run's lease, or finds that another run has it.
  const answer = await call(request, bookingArchive.archiveBookings, {
    run,
    versions: isOfBookings ? versionsIn(versions) : [],
    end: end !== undefined,
  });
  return isOfBookings ? answer : ofOthers(broker, flags);
}

/** The same for orders, ledgers and claims. */
function ofOthers(
  broker: Via,
  { of, keep, page, versions }: Readonly<Record<string, string>>,
): Promise<unknown> {
  const request = ownRequest(broker, "-", "cli");
  const next = page === undefined ? {} : { page };
  const filed = versionsIn(versions);
  const keepDays = Number(keep);
  if (of === "orders")
    return versions === undefined
      ? call(request, bookingArchive.listEndedOrders, next)
      : call(request, bookingArchive.archiveOrders, { versions: filed });
  if (of === "ledgers")
    return versions === undefined
      ? call(request, capacityArchive.listEndedLedgers, { keepDays, ...next })
      : call(request, capacityArchive.archiveLedgers, { keepDays, versions: filed });
  assert(of === "claims", `there is no archive of ${of}`);
  return versions === undefined
    ? call(request, capacityArchive.listEndedClaims, { keepDays, ...next })
    : call(request, capacityArchive.archiveClaims, { versions: filed });
}

function versionsIn(text = "[]"): ReturnType<typeof filedVersions.parse> {
  return filedVersions.parse(JSON.parse(text));
}
