import { type Request, call, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type departures,
  resourcesCapacity,
} from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";
import { listLive, readLive } from "./list-live.ts";
import { setDeparture } from "./set-departure.ts";

/**
 * Sells a departure again that was called off. A repeat changes nothing, also where it was called off again meanwhile and
 * the request has its key. Refuses INVALID_STATE while bookings of before are being cancelled; capacity does so where claims
 * are left, and here are the bookings that have none.
 */
export async function reopenDeparture(
  deps: DepartureDeps,
  request: Request,
  departure: InputOf<typeof departures.reopenDeparture>,
): Promise<OutputOf<typeof departures.reopenDeparture>> {
  const ids = await listLive(deps, request, departure);
  const [left] = await readLive(deps, request, departure, ids);
  const { repeat } = request;
  const named = left && { ...departure, supplierId: left.supplierId };
  const runs = named && (await call(request, resourcesCapacity.getRuns, named, { repeat }));
  if (runs?.calledOff && !repeat?.isReplayed)
    throw refuse("INVALID_STATE", {
      detail: "Bookings of the departure are still being cancelled",
    });
  const reopened = await setDeparture(deps, request, { ...departure, runs: "OPEN", reason: null });
  // The timetable has changed since it was asked at the start.
  return reopened ?? Promise.reject(refuse("OUTCOME_UNKNOWN"));
}
