import type { Request } from "@slipway/broker";
import type { DepartureDeps } from "./deps.ts";
import { findStarts } from "../list/find-listed.ts";
import type { Booking } from "../record/booking.ts";
import { isOfKind, isStillListed } from "../record/list-filter.ts";

const status = ["ON_HOLD", "PENDING", "CONFIRMED"] as const;
/** Bookings that are read at once. */
const readMax = 100;

/** The number of live bookings of a departure, and the first of them as they are now. */
export async function listLive(
  deps: DepartureDeps,
  request: Request,
  { optionId, startAt }: { readonly optionId: string; readonly startAt: string },
): Promise<{ count: number; bookings: Booking[] }> {
  const at = new Date(startAt);
  const filter = { optionId, status, from: at, to: at };
  const now = deps.clock();
  const { starts } = await findStarts(deps, request, { filter, now });
  const ids = starts.map(({ id }) => id);
  const some = await deps.lists.listOf(
    request.caller.tenantId,
    { ids, limit: readMax },
    new Date(now),
  );
  const bookings = some.items
    .map(({ booking }) => booking)
    .filter((booking) => isStillListed(booking, filter, now) && isOfKind(booking, filter));
  return { count: starts.length, bookings };
}
