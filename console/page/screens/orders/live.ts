/** The bookings that a decision on an order concerns. Pure. */
import type { Booking } from "@slipway/client";
import { type Catalog, needsApproval } from "../../catalog.ts";
import { liveStatuses } from "../../parts/booking-facts.ts";

interface Opened {
  readonly booking: Pick<Booking, "status" | "optionId">;
  readonly catalog: Pick<Catalog, "options"> | undefined;
}

/** Its bookings that are confirmed, extended or cancelled with it. */
export function liveOf<Of extends Opened>(bookings: readonly Of[]): Of[] {
  return bookings.filter(({ booking }) => liveStatuses.split(",").includes(booking.status));
}

/** Bookings that wait for approval once the order is confirmed, as far as their options are known. */
export function askingOf<Of extends Opened>(bookings: readonly Of[]): Of[] {
  return liveOf(bookings).filter(({ booking, catalog }) => {
    const sold = catalog?.options.get(booking.optionId);
    return sold !== undefined && needsApproval(sold);
  });
}
