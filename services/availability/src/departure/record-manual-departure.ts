import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";

/** Records the departure that a booking with customStart has made. Repeatable. Internal. */
export async function recordManualDeparture(
  deps: DepartureDeps,
  request: Request,
  { optionId, productId, startAt }: InputOf<typeof availability.recordManualDeparture>,
): Promise<OutputOf<typeof availability.recordManualDeparture>> {
  const departure = { optionId, productId, startAt: new Date(startAt) };
  return { recorded: await deps.manualDepartures.record(request.caller.tenantId, departure) };
}
