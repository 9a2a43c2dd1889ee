import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";

type HasManualDeparture = typeof availability.hasManualDeparture;

/** Whether a booking with customStart has made a departure of an option at this instant. */
export async function hasManualDeparture(
  { manualDepartures }: DepartureDeps,
  { caller: { tenantId } }: Request,
  { optionId, startAt }: InputOf<HasManualDeparture>,
): Promise<OutputOf<HasManualDeparture>> {
  const among = await manualDepartures.listAmong(tenantId, optionId, [Date.parse(startAt)]);
  return { found: among.length > 0 };
}
