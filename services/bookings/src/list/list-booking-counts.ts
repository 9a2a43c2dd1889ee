import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings } from "@slipway/contracts";
import type { ListDeps } from "./deps.ts";
import { findStartsOfDays } from "./list-statistics.ts";
import { sumStarts } from "./sum-starts.ts";

/** How many bookings of the caller's tenant start on each local day, by source. Refuses RANGE_TOO_LARGE. */
export async function listBookingCounts(
  deps: ListDeps,
  request: Request,
  input: InputOf<typeof bookings.listBookingCounts>,
): Promise<OutputOf<typeof bookings.listBookingCounts>> {
  const { days, starts } = await findStartsOfDays(deps, request, input, bookings.countDaysMax);
  return sumStarts(starts, days, ["date", "source"]).map(({ date, source, bookings: count }) => ({
    date,
    source,
    bookings: count,
  }));
}
