/** Inputs of a reseller's bookings. The operations check the ids later, in the order of the standard. */
import { type channelBookings, fieldError, primitives, component, intOf } from "@slipway/contracts";
import { z } from "zod";
import { contactOf, sentContact } from "./contact.ts";

const text = (max: number, what: string) =>
  z.string().max(max).nullish().describe(`${what}, at most ${max} characters; null for none.`);
const id = (what: string) => z.string().max(1000).nullish().describe(`Id of the ${what}.`);

const sentItem = component("OctoSentUnitItem", "One traveller, or one group, to book.", {
  uuid: z
    .uuid()
    .nullish()
    .describe(
      "UUID of the item. One that the booking has is kept or changed; left out: another traveller, of whom nothing is known.",
    ),
  unitId: id("unit"),
  resellerReference: text(200, "What you call the item"),
  contact: sentContact.nullish().describe("The traveller."),
});

/** 650 bytes for each of 200 travellers: every answer and every event of the booking has them all. */
const contactsKibMax = 128;

const unitItems = z
  .array(sentItem)
  .max(200)
  .refine(
    (items) =>
      Buffer.byteLength(JSON.stringify(items.map(({ contact }) => contact))) <=
      contactsKibMax * 1024,
    fieldError("TOO_BIG", `contacts are at most ${contactsKibMax} KiB together`),
  )
  .nullish()
  .describe(
    `Everybody on the booking, 1 to 200: who is left out is removed. Contacts are at most ${contactsKibMax} KiB together.`,
  );

const said = {
  resellerReference: text(200, "What you call the booking"),
  contact: sentContact.nullish().describe("The customer."),
};
const notes = text(10_000, "Notes for the supplier");
const emailReceipt = z
  .boolean()
  .nullish()
  .describe("Accepted and ignored: Slipway sends no mail to customers.");
const expirationMinutes = intOf({ min: 1, max: 1_440 })
  .nullish()
  .describe("The hold lasts so many minutes from now, 1 to 1440; left out: as long as usual.");
const uuid = z.string().min(1).max(200).describe("UUID of the booking.");

export const reservation = z.object({
  uuid: z
    .uuid()
    .nullish()
    .describe("UUID of the booking. A repeat of the request under it answers the same booking."),
  productId: id("product"),
  optionId: id("option of the product"),
  availabilityId: id("departure, as `POST /availability` answers it"),
  unitItems,
  expirationMinutes,
  notes,
  ...said,
  currency: z
    .string()
    .max(10)
    .nullish()
    .describe("Currency of the price. Only the supplier's own is possible."),
});

export const change = z.object({
  uuid,
  productId: id("product from now on"),
  optionId: id("option from now on"),
  availabilityId: id("departure from now on"),
  unitItems,
  expirationMinutes,
  notes,
  emailReceipt,
  ...said,
});

export const confirmation = z.object({
  uuid,
  ...said,
  contact: sentContact.describe("The customer; may be `{}`."),
  unitItems,
  emailReceipt,
});

export const extension = z.object({
  uuid,
  expirationMinutes: expirationMinutes.describe(
    "The hold lasts so many minutes from now, 1 to 1440. Left out: the usual minutes more than before, a day from now at most.",
  ),
});

export const cancelling = z.object({
  uuid,
  reason: text(1000, "Why"),
  force: z.boolean().nullish().describe("Accepted and ignored: the cutoff holds."),
});

export const named = z.object({ uuid });

const date = (what: string) =>
  primitives.localDate
    .meta({ description: `${what}, YYYY-MM-DD, local to the product.` })
    .optional();

export const search = z.object({
  resellerReference: z
    .string()
    .max(200)
    .describe("Only bookings that you call so, taken literally.")
    .optional(),
  supplierReference: z
    .string()
    .max(200)
    .describe("Only the booking that the supplier calls so.")
    .optional(),
  localDate: date("Only bookings of departures on this day"),
  localDateStart: date("Only bookings of departures on this day or later"),
  localDateEnd: date("Only bookings of departures on this day or earlier"),
  productId: z.string().max(1000).describe("Only bookings of this product.").optional(),
  optionId: z.string().max(1000).describe("Only bookings of this option.").optional(),
});

type Item = NonNullable<z.output<typeof unitItems>>[number];
type Tickets = z.input<typeof channelBookings.holdChannelBooking.input>["tickets"];

/** Items whose units are known to be the option's. */
export function ticketsOf(items: readonly (Item & { unitId: string })[]): Tickets {
  return items.map(({ uuid: name, unitId, resellerReference, contact }) => ({
    unitId,
    ...(name && { uuid: name }),
    ...(resellerReference !== undefined && { resellerReference: filled(resellerReference) }),
    ...(contact && { contact: contactOf(contact) }),
  }));
}

/** An empty text says that there is none. */
function filled(given: string | null): string | null {
  return given === "" ? null : given;
}

interface Said {
  readonly contact?: z.output<typeof sentContact> | null | undefined;
  readonly notes?: string | null | undefined;
  readonly resellerReference?: string | null | undefined;
}

/** Fields of the booking that a request sets beside its places. */
export function detailsOf(given: Said) {
  return {
    ...(given.contact && { customer: contactOf(given.contact) }),
    ...(given.notes !== undefined && { notes: filled(given.notes) }),
    ...(given.resellerReference !== undefined && {
      resellerReference: filled(given.resellerReference),
    }),
  };
}
