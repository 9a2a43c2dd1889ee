import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import type { ListDeps } from "./deps.ts";

/** Whether an option has bookings that hold places on departures that have not ended. */
export async function hasLiveBookings(
  deps: ListDeps,
  request: Request,
  { optionId }: InputOf<typeof bookings.hasLiveBookings>,
): Promise<OutputOf<typeof bookings.hasLiveBookings>> {
  const now = new Date(deps.clock());
  return { found: await deps.lists.hasLive(request.caller.tenantId, optionId, now) };
}
