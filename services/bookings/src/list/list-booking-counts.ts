import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings } from "@slipway/contracts";
import type { ListDeps } from "./deps.ts";
import { countByDay, daysIn, daysOf } from "./count-by-day.ts";
import { findStarts } from "./find-listed.ts";
import { filterOf } from "../record/list-filter.ts";

const { countDaysMax } = bookings;

const holdingPlaces = "ON_HOLD,PENDING,CONFIRMED";

/** How many bookings of the caller's tenant start on each local day, by source. Refuses RANGE_TOO_LARGE. */
export async function listBookingCounts(
  deps: ListDeps,
  request: Request,
  {
    supplierId,
    productId,
    status = holdingPlaces,
    ...range
  }: InputOf<typeof bookings.listBookingCounts>,
): Promise<OutputOf<typeof bookings.listBookingCounts>> {
  if (daysIn(range) > countDaysMax)
    throw refuse("RANGE_TOO_LARGE", {
      detail: `The range is longer than ${countDaysMax} days`,
      maxDays: countDaysMax,
    });
  const days = daysOf(range);
  const filter = {
    ...filterOf({ supplierId, productId, status }),
    from: new Date(days[0]?.startAt ?? 0),
    to: new Date((days.at(-1)?.endAt ?? 0) - 1),
  };
  const { starts } = await findStarts(deps, request, { filter, now: deps.clock() });
  return countByDay(starts, days);
}
