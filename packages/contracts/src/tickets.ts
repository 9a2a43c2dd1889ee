/** Tickets of bookings and their redemption at check-in. Codes are derived when they are asked for; redemptions are stored. */
import { z } from "zod";
import { component, string, stringOrNull, boolean, intOf, stringOf } from "./schemas.ts";
import { mutation, readKnown } from "./action.ts";
import { booking, byId, changeBooking } from "./bookings.ts";
import { anyText, id, instant, instantInput, optional, textOf } from "./primitives.ts";

/** A booking of more items has one ticket for all of them. */
export const ticketsMax = 200;

/** A scanner that was offline sends what it has scanned within this time. */
export const offlineDaysMax = 7;

export const bookingTicket = component(
  "BookingTicket",
  "What admits one item of a booking, or all of it.",
  {
    code: string(
      "What the ticket shows, as a text or a QR code: 16 characters, 0 to 9 and A to Z without I, L, O and U; 12 where a channel key made the booking. It cannot be guessed, and stays with the ticket.",
      ["7K3M9QXA01C4T8ZE"],
    ),
    bookingId: id.describe("Id of the booking that the ticket belongs to."),
    unitItemId: stringOrNull(
      "Id of its line in `unitItems`; null where it admits the whole booking.",
      ["itm_019aa5b1e34076b7bd7f9d4b51f0a1c2"],
    ),
    unitId: stringOrNull("Id of its unit; null where it admits the whole booking.", [
      "unt_019aa5b1e340736581471f438acfd0b5",
    ]),
    redeemedAt: instant.nullable().meta({
      description:
        "When it was redeemed, in UTC, by the scanner's clock where that was sent; null: it was not.",
      examples: ["2027-06-15T08:52:00.000Z"],
    }),
    redeemedBy: stringOrNull(
      "The `device` that redeemed it, else the id of the key or the user; null while it was not.",
      ["Pier 3"],
    ),
  },
);

export const listTickets = readKnown("bookings.listTickets", {
  description:
    "The tickets of a booking, in every state: one for each item of quantity, so three for a line of three. A booking of more than 200 items has one. A ticket keeps its code as long as its line has so many items.",
  input: byId,
  output: z.array(bookingTicket),
});

const scan = optional({
  at: instantInput.meta({
    description:
      "When a scanner that was offline has scanned it, by its own clock: RFC 3339 with an offset, at most 7 days back. Left out: now.",
    examples: ["2027-06-15T10:52:00+02:00"],
  }),
  device: textOf({ max: 100 }).meta({
    description: "A name of the scanner, shown as `redeemedBy`: 1 to 100 characters.",
    examples: ["Pier 3"],
  }),
});

/** Redeems one ticket by its code, once. Two scanners at once: one is first, the other is told that it was not. */
export const redeemTicket = mutation("bookings.redeemTicket", {
  description:
    "Checks one ticket in, by its code. Of two scanners at once exactly one gets `already` false. A booking that is not CONFIRMED is 409 INVALID_STATE, and a ticket for another departure than `startAt` is 409 WRONG_DEPARTURE.",
  repeat: "A repeat answers the first `redeemedAt` with `already` true.",
  input: z.object({
    code: stringOf({ max: 100 }).meta({
      description:
        "The ticket's code, as people type it: in any case, with O for 0 and I or L for 1, hyphens and blanks skipped.",
      examples: ["7K3M-9QXA-01C4-T8ZE"],
    }),
    startAt: instantInput
      .meta({
        description:
          "Start of the departure that is checked in: RFC 3339 with an offset. Left out: any departure will do.",
        examples: ["2027-06-15T11:00:00+02:00"],
      })
      .optional(),
    ...scan,
  }),
  output: component("RedeemedTicket", "A ticket that was checked in.", {
    ticket: bookingTicket.describe("The ticket, redeemed."),
    booking: booking.describe("The booking that it belongs to."),
    already: boolean("Whether it had been redeemed before this request."),
  }),
  keyed: true,
  refusals: ["NOT_FOUND", "VALIDATION_FAILED", "INVALID_STATE", "WRONG_DEPARTURE"],
});

export const redeemBooking = changeBooking("bookings.redeemBooking", {
  description:
    "Checks a party in without its codes: all of it, or so many of each line as `items` say. `quantity` is how many of the line have come, those of before included; it takes nobody back.",
  repeat: "A repeat changes nothing: the first `redeemedAt` of each ticket stays.",
  input: byId.extend({
    items: z
      .array(
        component("RedeemedLine", "How many of a line have come.", {
          unitItemId: anyText.describe("Id of a line in `unitItems`."),
          quantity: intOf({ min: 1, max: ticketsMax }).meta({
            description: "How many of the line have come by now: 1 up to its quantity.",
            examples: [2],
          }),
        }),
      )
      .min(1)
      .max(100)
      .describe("The lines of which not all have come; left out: everybody has. At most 100.")
      .optional(),
    ...scan,
  }),
  refusals: ["NOT_FOUND", "VALIDATION_FAILED", "INVALID_STATE"],
});

export const unredeemBooking = changeBooking("bookings.unredeemBooking", {
  description:
    "Takes a redemption back that was a mistake, of one ticket or of all. Where the departure was called off, the booking is cancelled then. It needs a user session; a key gets 403.",
  repeat: "A repeat changes nothing.",
  input: byId.extend({
    code: redeemTicket.input.shape.code
      .describe("Code of the one ticket that is taken back; left out: all of the booking's.")
      .optional(),
  }),
  refusals: ["SESSION_REQUIRED", "NOT_FOUND"],
});
