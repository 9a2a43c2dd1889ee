import { type Request, refuse } from "@slipway/broker";
import type { InputOf, bookings } from "@slipway/contracts";
import { shownRecord } from "../record/booking-record.ts";
import type { BookingRecord } from "../record/booking.ts";
import type { ListDeps } from "./deps.ts";

/** One booking of the caller's tenant, as readers see it now. */
export async function getBooking(
  deps: ListDeps,
  request: Request,
  { id }: InputOf<typeof bookings.getBooking>,
): Promise<BookingRecord> {
  const booking = await deps.store.get(request.caller.tenantId, id);
  if (!booking) throw refuse("NOT_FOUND");
  return shownRecord(booking, deps.clock());
}
