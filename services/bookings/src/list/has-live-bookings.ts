import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, partsOf } from "@slipway/contracts";
import { dayMs } from "@slipway/departures";
import { indexReadMax } from "../constants.ts";
import { lastInstant } from "../offer/departure.ts";
import { liveStatuses } from "../record/booking.ts";
import type { ListDeps } from "./deps.ts";
import { findStarts } from "./find-listed.ts";

/**
 * Whether an option has bookings that hold places on departures that have not ended. The caller deletes the option on
 * "none", so this waits until a majority has every write made before the call.
 */
export async function hasLiveBookings(
  deps: ListDeps,
  request: Request,
  { optionId }: InputOf<typeof bookings.hasLiveBookings>,
): Promise<OutputOf<typeof bookings.hasLiveBookings>> {
  const { lists } = deps;
  const { tenantId } = request.caller;
  const now = deps.clock();
  const at = new Date(now);
  await lists.awaitMajority(tenantId);
  // Race: a booking index lacks a booking whose insert was late, until its event is delivered. So this looks there first.
  if (await lists.hasLive(tenantId, { optionId }, at)) return { found: true };
  // A departure takes a day at most (`durationMinutes`).
  const filter = {
    optionId,
    status: liveStatuses,
    from: new Date(now - dayMs),
    to: new Date(lastInstant),
  };
  const { starts } = await findStarts(deps, request, { filter, now });
  for (const some of partsOf(starts, indexReadMax)) {
    const ids = some.map(({ id }) => id);
    if (await lists.hasLive(tenantId, { ids }, at)) return { found: true };
  }
  return { found: false };
}
