import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { DepartureDeps } from "./deps.ts";
import { manualTag } from "./load-schedule.ts";

/** Internal: records the departure that a booking with customStart made; later lists have it. Repeatable. */
export async function recordManualDeparture(
  deps: DepartureDeps,
  request: Request,
  { optionId, productId, startAt }: InputOf<typeof availability.recordManualDeparture>,
): Promise<OutputOf<typeof availability.recordManualDeparture>> {
  const departure = { optionId, productId, startAt: new Date(startAt) };
  const recorded = await deps.manualDepartures.record(request.caller.tenantId, departure);
  // Even if it stood before: the process that recorded it may have crashed before it invalidated.
  // mark: invalidate-manual
  await invalidateCaches(deps.broker, request, [manualTag(optionId)]);
  return { recorded };
}
