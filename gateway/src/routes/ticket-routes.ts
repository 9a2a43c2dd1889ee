/** Tickets of bookings, and check-in. */
import { tickets } from "@slipway/contracts";
import { defineRoute } from "../route/route.ts";

export const ticketRoutes = [
  defineRoute("GET /bookings/{id}/tickets", "bookings:read", tickets.listTickets, {
    narrowing: { ids: { id: "booking" } },
    summary: "Tickets of a booking, with their codes",
    operationId: "listBookingTickets",
  }),
  defineRoute("POST /bookings/{id}/redeem", "tickets:write", tickets.redeemBooking, {
    narrowing: { ids: { id: "booking" } },
    summary: "Checks a party in, or a part of it, without codes",
    status: 200,
  }),
  defineRoute("POST /bookings/{id}/unredeem", "tickets:write", tickets.unredeemBooking, {
    narrowing: { ids: { id: "booking" } },
    summary: "Takes a check-in back, with a session",
    status: 200,
  }),
  defineRoute("POST /tickets/redeem", "tickets:write", tickets.redeemTicket, {
    narrowing: "own",
    summary: "Checks one ticket in by its code",
    status: 200,
  }),
];
