/** Tickets of bookings, and check-in. */
import { tickets } from "@slipway/contracts";
import { routesOf } from "../route/route.ts";

export const ticketRoutes = routesOf(["bookings:read", "tickets:write"], {
  "GET /bookings/{id}/tickets": [
    tickets.listTickets,
    "Tickets of a booking, with their codes",
    { operationId: "listBookingTickets" },
  ],
  "POST /bookings/{id}/redeem": [
    tickets.redeemBooking,
    "Checks a party in, or a part of it, without codes",
    { status: 200 },
  ],
  "POST /bookings/{id}/unredeem": [
    tickets.unredeemBooking,
    "Takes a check-in back, with a session",
    { status: 200 },
  ],
  "POST /tickets/redeem": [
    tickets.redeemTicket,
    "Checks one ticket in by its code",
    { narrowing: "own", status: 200 },
  ],
});
