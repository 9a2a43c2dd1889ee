import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import { cancellationQuoteOf } from "../record/booking.ts";
import { readCutoff } from "./read-cutoff.ts";
import type { LifecycleDeps } from "./deps.ts";

/** Quotes what a cancellation would answer now, without force. Writes nothing. Refuses NOT_FOUND. */
export async function quoteCancellation(
  deps: LifecycleDeps,
  request: Request,
  { id }: InputOf<typeof bookings.quoteCancellation>,
): Promise<OutputOf<typeof bookings.quoteCancellation>> {
  const found = await deps.store.get(request.caller.tenantId, id);
  if (!found) throw refuse("NOT_FOUND");
  // A hold past its end is not cancelled. Its order may just be confirmed or extended: the next quote says so.
  const { orderRevision: _mark, ...booking } = found;
  const cutoff = await readCutoff(deps, request, booking);
  return cancellationQuoteOf(booking, cutoff, deps.clock());
}
