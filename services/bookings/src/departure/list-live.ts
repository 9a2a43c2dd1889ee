import { type Request, call } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import { listPatienceMs } from "../constants.ts";
import type { DepartureDeps } from "./deps.ts";
import { findStarts } from "../list/find-listed.ts";
import type { Booking } from "../record/booking.ts";
import { isOfKind, isStillListed } from "../record/list-filter.ts";

const status = ["ON_HOLD", "PENDING", "CONFIRMED"] as const;
const readMax = 100;

interface Departure {
  readonly optionId: string;
  readonly startAt: string;
}

const filterOf = ({ optionId, startAt }: Departure) => {
  const at = new Date(startAt);
  return { optionId, status, from: at, to: at };
};

/**
 * Lists the live bookings of a departure that a call-off cancels. Of a tenant whose bookings are not in memory the database
 * reads them all.
 */
export async function listLive(
  deps: DepartureDeps,
  request: Request,
  departure: Departure,
): Promise<readonly string[]> {
  const query = { filter: filterOf(departure), now: deps.clock() };
  const { starts } = await findStarts(deps, request, query);
  const ids = starts.map(({ id }) => id);
  return withoutRedeemed(deps, request, ids);
}

/** Leaves out bookings with a redeemed ticket: their guests have come, so they stay. */
export async function withoutRedeemed(
  { store }: Pick<DepartureDeps, "store">,
  { caller: { tenantId } }: Request,
  ids: readonly string[],
): Promise<readonly string[]> {
  const redeemed = new Set(await store.listRedeemed(tenantId, ids));
  return ids.filter((id) => !redeemed.has(id));
}

/** Reads bookings by their ids, until some of them are live bookings of the departure. */
export async function readLive(
  deps: DepartureDeps,
  { caller: { tenantId } }: Request,
  departure: Departure,
  ids: readonly string[],
): Promise<readonly Booking[]> {
  const filter = filterOf(departure);
  for (let left = ids; left.length > 0; ) {
    const now = deps.clock();
    const page = { ids: left, limit: readMax };
    const { items } = await deps.lists.listOf(tenantId, page, new Date(now));
    const bookings = items
      .map(({ booking }) => booking)
      .filter((booking) => isStillListed(booking, filter, now) && isOfKind(booking, filter));
    if (bookings.length > 0) return bookings;
    // A page of big bookings is cut; one without bookings has looked at all ids.
    const last = items.at(-1);
    left = last ? left.slice(left.indexOf(last.booking._id) + 1) : [];
  }
  return [];
}

/** The live bookings of a departure, redeemed ones too. Where the tenant's are not in memory, those with claims. */
export async function listKnown(
  deps: DepartureDeps,
  request: Request,
  departure: Departure & { readonly supplierId: string },
): Promise<readonly string[]> {
  const index = await deps.bookingIndexes.get(request.caller.tenantId, listPatienceMs);
  if (typeof index === "string")
    return (await call(request, resourcesCapacity.getRuns, departure)).bookingIds;
  return index.startsOf(filterOf(departure), deps.clock()).map(({ id }) => id);
}
