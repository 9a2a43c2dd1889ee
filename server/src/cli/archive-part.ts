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

/** Actions that list the other records and that remove them. */
const others = {
  orders: [bookingArchive.listEndedOrders, bookingArchive.archiveOrders],
  ledgers: [capacityArchive.listEndedLedgers, capacityArchive.archiveLedgers],
  claims: [capacityArchive.listEndedClaims, capacityArchive.archiveClaims],
} as const;

/** The same for orders, ledgers and claims. An action that has no use for the days leaves them out. */
function ofOthers(
  broker: Via,
  { of = "", keep, page, versions }: Readonly<Record<string, string>>,
): Promise<unknown> {
  const request = ownRequest(broker, "-", "cli");
  const keepDays = Number(keep);
  assert(of in others, `there is no archive of ${of}`);
  const [list, remove] = others[of as keyof typeof others];
  return versions === undefined
    ? call(request, list, { keepDays, ...(page && { page }) })
    : call(request, remove, { keepDays, versions: versionsIn(versions) });
}

function versionsIn(text = "[]"): ReturnType<typeof filedVersions.parse> {
  return filedVersions.parse(JSON.parse(text));
}
