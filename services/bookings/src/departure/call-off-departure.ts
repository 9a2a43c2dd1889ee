import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, departures } from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";
import { listLive } from "./list-live.ts";
import { setDeparture } from "./set-departure.ts";

/**
 * Calls a departure off: from the answer on nothing is booked or confirmed there. Its bookings are cancelled by
 * `followCallOff`, to which the ledger's outbox leads. A repeat changes nothing.
 */
export async function callOffDeparture(
  deps: DepartureDeps,
  request: Request,
  { reason, ...named }: InputOf<typeof departures.callOffDeparture>,
): Promise<OutputOf<typeof departures.callOffDeparture>> {
  const decided = { ...named, runs: "CALLED_OFF", reason } as const;
  // Counted before the relay cancels any. A sale that comes in between is cancelled with them, and not counted.
  const { count: bookings } = await listLive(deps, request, named);
  return { departure: await setDeparture(deps, request, decided), bookings };
}
