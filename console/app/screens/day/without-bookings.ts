/** A departure without some of its bookings. Pure. */
import type { Booking } from "@slipway/client";
import { paxOf } from "../../../page/parts/booking-facts.ts";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";

const states = { CONFIRMED: "confirmed", PENDING: "pending", ON_HOLD: "held" } as const;

export function withoutBookings(
  departure: Departure,
  isGone: (booking: Booking) => boolean,
): Departure {
  const pax = { ...departure.pax };
  for (const booking of departure.bookings.filter(isGone)) {
    const state = states[booking.status as keyof typeof states];
    pax[state] -= paxOf(booking);
  }
  return { ...departure, pax, bookings: departure.bookings.filter((each) => !isGone(each)) };
}
