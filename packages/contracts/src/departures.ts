/** Decisions of the operator about one departure. Bookings answers; the ledger of capacity decides. */
import { z } from "zod";
import { component } from "./schemas.ts";
import { mutation } from "./action.ts";
import { availabilityEntry } from "./availability.ts";
import { count, emptyInput, id, instantInput, reference, textOf } from "./primitives.ts";

const departure = {
  optionId: reference.describe("Id of the option that departs."),
  startAt: instantInput.describe("When the departure starts: RFC 3339 with an offset."),
};

export const callOffDeparture = mutation("bookings.callOffDeparture", {
  description:
    "Calls a departure off, as in a storm. A request that begins after the answer makes or confirms no booking there: 409 DEPARTURE_CALLED_OFF. A booking that was under way may still be confirmed. Every live booking is then cancelled with the reason and a full refund, whatever its cutoff and terms say. Each is told once, as any cancellation is. One with a redeemed ticket stays: its guests have come. A departure that has ended is 400 IN_THE_PAST; where its option was shortened, it ends with the last of its bookings.",
  repeat:
    "A repeat changes nothing and keeps the first reason. It answers how many bookings are then still to be cancelled: 0 once all are.",
  input: z.object({
    ...departure,
    reason: textOf({ max: 500 }).meta({
      description:
        "Why, for the guests: the cancellation reason of each booking, 1 to 500 characters.",
      examples: ["Storm warning for the northern lagoon"],
    }),
  }),
  output: component("CalledOffDeparture", "A departure that was called off.", {
    departure: availabilityEntry
      .nullable()
      .describe(
        "The departure, called off. Null where the timetable has it no longer, or never had it: one with live bookings is called off all the same.",
      ),
    bookings: count.describe(
      "Live bookings that are still to be cancelled. They are counted once the departure is closed, while the first are cancelled already. Where the tenant's bookings are not in memory, as there are many or the server has just started, only those that hold places of resources are counted.",
    ),
    redeemed: z.array(id).meta({
      description:
        "Ids of the bookings that are not cancelled, because a ticket of theirs was redeemed; counted likewise. Cancel them one by one where their guests go home.",
      examples: [[]],
    }),
  }),
  keyed: true,
  refusals: ["NOT_FOUND", "NOT_A_DEPARTURE", "ARCHIVED", "IN_THE_PAST", "SERVICE_UNAVAILABLE"],
});

export const reopenDeparture = mutation("bookings.reopenDeparture", {
  description:
    "Sells a departure again that was called off. Cancelled bookings stay cancelled; those with a redeemed ticket stay booked. While some are still being cancelled, it is 409 INVALID_STATE.",
  repeat: "A repeat changes nothing and answers the departure as it is.",
  input: z.object(departure),
  output: availabilityEntry,
  keyed: true,
  refusals: ["NOT_FOUND", "NOT_A_DEPARTURE", "INVALID_STATE", "ARCHIVED", "SERVICE_UNAVAILABLE"],
});

/**
 * Internal: cancels the live bookings of a departure that is called off, but those that were redeemed, and returns once it
 * has no other. Repeatable.
 * Refuses SERVICE_UNAVAILABLE while some are left.
 */
export const followCallOff = mutation("bookings.followCallOff", {
  input: z.object({ optionId: id, supplierId: id, startAt: z.string() }),
  output: emptyInput,
  refusals: ["SERVICE_UNAVAILABLE"],
});
