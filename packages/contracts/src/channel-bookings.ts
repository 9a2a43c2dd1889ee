/** Internal: bookings as the channel of a channel key makes and changes them, for the gateway's OCTO façade. */
import { z } from "zod";
import { mutation, read, readKnown } from "./action.ts";
import { booking, createBooking, extendBooking, updateBooking } from "./bookings.ts";
import { page, paged } from "./bus-page.ts";
import { instantInput, jsonOf, reference, text, textOf } from "./primitives.ts";

/**
 * The channel's one booking of this name, as far as it has tickets and is of the supplier whose options the key sells. Any
 * other is NOT_FOUND: it is never told apart from one that does not exist. Channel and supplier are the caller's.
 */
const place = { externalId: textOf({ max: 200 }).toLowerCase() };

/** Members that are sent replace those of the contact, null removes one, all others stay. */
const contact = jsonOf({ bytesMax: 4 * 1024 });
const names = {
  notes: textOf({ max: 10_000 }).nullable().optional(),
  resellerReference: textOf({ max: 200 }).nullable().optional(),
};
const details = { customer: contact.optional(), ...names };

/**
 * Every ticket of the booking, in this order. One with a uuid that the booking has is kept or changed, any other is new.
 * A list that differs from the booking's in no uuid, unit, contact and reference changes nothing.
 */
const tickets = z
  .array(
    z.object({
      uuid: z.uuid().toLowerCase().optional(),
      unitId: reference,
      resellerReference: textOf({ max: 200 }).nullable().optional(),
      contact: contact.optional(),
    }),
  )
  .min(1)
  .max(200)
  .refine(hasDistinctUuids, "has a uuid twice");

function hasDistinctUuids(given: readonly { readonly uuid?: string | undefined }[]): boolean {
  const uuids = given.flatMap(({ uuid }) => uuid ?? []);
  return new Set(uuids).size === uuids.length;
}

const holdMinutes = extendBooking.input.shape.expirationMinutes;

/**
 * Holds places for a channel under the reseller's uuid. A repeat of the first request answers the booking as it is now with
 * `replayed`. Another request of that uuid answers it with `differs` and does nothing. Without `holdMinutes` the hold lasts as
 * long as the option's holds do.
 */
export const holdChannelBooking = mutation("bookings.holdChannelBooking", {
  input: z.object({
    ...place,
    /** False: the façade has made the name for this request, because the reseller gave none. */
    named: z.boolean().default(true),
    /** The product that the reseller named, to compare a repeat with. The gateway has checked that it has the option. */
    productId: reference.optional(),
    optionId: reference,
    startAt: instantInput,
    tickets,
    holdMinutes: holdMinutes.optional(),
    ...details,
  }),
  output: z.object({ booking, replayed: z.boolean(), differs: z.boolean() }),
  refusals: [...createBooking.refusals, "SUPPLIER_MISMATCH"],
  routedBy: "externalId",
});

export const getChannelBooking = readKnown("bookings.getChannelBooking", {
  input: z.object(place),
  output: booking,
});

/** The channel's bookings with tickets, newest first. A page may have none and yet be followed by another. */
export const listChannelBookings = read("bookings.listChannelBookings", {
  input: z.object({
    reference: reference.optional(),
    resellerReference: textOf({ max: 200 }).optional(),
    productId: reference.optional(),
    optionId: reference.optional(),
    /** The start, both included. */
    from: instantInput.optional(),
    to: instantInput.optional(),
    page,
  }),
  output: paged(booking),
});

/**
 * Changes a live booking. It obeys the cutoffs: a new start that of sales, other places of a booking the one of
 * cancellations. The rest may change until the start. The token is read inside, so a repeat changes nothing more. A hold
 * that gets `holdMinutes` is extended after the change: a refusal of that leaves it changed.
 */
export const updateChannelBooking = mutation("bookings.updateChannelBooking", {
  input: z.object({
    ...place,
    ...details,
    startAt: instantInput.optional(),
    /** The option from now on, and with it the product. */
    optionId: reference.optional(),
    tickets: tickets.optional(),
    holdMinutes: holdMinutes.optional(),
  }),
  output: booking,
  refusals: [
    ...updateBooking.refusals.filter((code) => code !== "CHANNEL_NOT_SUBSCRIBED"),
    "BOOKING_CUTOFF_PASSED",
    "CANCELLATION_CUTOFF_PASSED",
    "SUPPLIER_MISMATCH",
  ],
});

/**
 * Confirms a hold. If its places change, they change first: what fails or is refused then leaves a hold with the changed
 * places. All other fields go with the write that confirms. A booking that is confirmed or pending already answers, if nothing
 * changes.
 */
export const confirmChannelBooking = mutation("bookings.confirmChannelBooking", {
  input: z.object({ ...place, ...details, tickets: tickets.optional() }),
  output: booking,
  refusals: updateChannelBooking.refusals,
});

/** Holds until so many minutes from now; without a number, longer by the option's own, a day at most. Never shortens. */
export const extendChannelBooking = mutation("bookings.extendChannelBooking", {
  input: z.object({ ...place, expirationMinutes: holdMinutes.optional() }),
  output: booking,
  refusals: extendBooking.refusals,
});

/** Cancels within the cutoff. A cancelled booking answers as it is. */
export const cancelChannelBooking = mutation("bookings.cancelChannelBooking", {
  input: z.object({ ...place, reason: text.optional() }),
  output: booking,
  refusals: ["NOT_FOUND", "INVALID_STATE", "CANCELLATION_CUTOFF_PASSED"],
});
