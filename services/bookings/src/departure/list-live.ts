import { type Request, call } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import { listPatienceMs } from "../constants.ts";
import type { DepartureDeps } from "./deps.ts";
import { findStarts } from "../list/find-listed.ts";
import type { Booking } from "../record/booking.ts";
import { isOfKind, isStillListed } from "../record/list-filter.ts";

const status = ["ON_HOLD", "PENDING", "CONFIRMED"] as const;
/** Bookings that are read at once. */
const readMax = 100;

interface Departure {
  readonly optionId: string;
  readonly startAt: string;
}

const filterOf = ({ optionId, startAt }: Departure) => {
  const at = new Date(startAt);
  return { optionId, status, from: at, to: at };
};

/** Bookings of a departure: how many were found, and the first of them that are live now. */
interface Found {
  readonly count: number;
  readonly bookings: readonly Booking[];
}

/** Lists the live bookings of a departure. Of a tenant whose bookings are not in memory the database reads them all. */
export async function listLive(
  deps: DepartureDeps,
  request: Request,
  departure: Departure,
): Promise<Found> {
  const query = { filter: filterOf(departure), now: deps.clock() };
  const { starts } = await findStarts(deps, request, query);
  const ids = starts.map(({ id }) => id);
  return readLive(deps, request, departure, ids);
}

/** Reads bookings by their ids, until some of them are live bookings of the departure. */
export async function readLive(
  deps: DepartureDeps,
  { caller: { tenantId } }: Request,
  departure: Departure,
  ids: readonly string[],
): Promise<Found> {
  const filter = filterOf(departure);
  for (let from = 0; from < ids.length; from += readMax) {
    const now = deps.clock();
    const some = { ids: ids.slice(from, from + readMax), limit: readMax };
    const { items } = await deps.lists.listOf(tenantId, some, new Date(now));
    const bookings = items
      .map(({ booking }) => booking)
      .filter((booking) => isStillListed(booking, filter, now) && isOfKind(booking, filter));
    if (bookings.length > 0) return { count: ids.length, bookings };
  }
  return { count: ids.length, bookings: [] };
}

/** The number of live bookings of a departure. Where the tenant's are not in memory, of those with claims. */
export async function countLive(
  deps: DepartureDeps,
  request: Request,
  departure: Departure & { readonly supplierId: string },
): Promise<number> {
  const index = await deps.bookingIndexes.get(request.caller.tenantId, listPatienceMs);
  if (typeof index !== "string") return index.startsOf(filterOf(departure), deps.clock()).length;
  return (await call(request, resourcesCapacity.getRuns, departure)).bookingIds.length;
}
