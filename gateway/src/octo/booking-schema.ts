/** Bookings as OCTO has them. A member that is always the same says so. */
import { z } from "zod";
import { availability } from "./availability.ts";
import { octoOption, octoProduct, octoUnit } from "./product-schema.ts";
import { pricing } from "./pricing.ts";

const octoStatus = z
  .enum(["ON_HOLD", "PENDING", "CONFIRMED", "REDEEMED", "CANCELLED", "EXPIRED", "REJECTED"])
  .meta({
    id: "OctoBookingStatus",
    description:
      "ON_HOLD keeps its places until `utcExpiresAt`. PENDING waits for the supplier. CONFIRMED is sold. REDEEMED has come, and is said with `octo/redemption` alone: else it is CONFIRMED. The others are final and keep no places.",
  });

const instant = (what: string) => z.string().meta({ format: "date-time", description: what });
const orNull = (what: string) => z.string().nullable().describe(`${what}; null for none.`);

const contact = z
  .object({
    fullName: orNull("Whole name"),
    firstName: orNull("First name"),
    lastName: orNull("Last name"),
    emailAddress: orNull("E-mail address"),
    phoneNumber: orNull("Telephone number"),
    locales: z.array(z.string()).describe("Languages, as BCP 47 tags; the preferred one first."),
    postalCode: orNull("Postal code"),
    country: orNull("Country"),
    notes: orNull("What else there is to say"),
  })
  .meta({ id: "OctoContact", description: "A customer or a traveller." });

const utcRedeemedAt = instant(
  "When the last of its tickets was redeemed, in UTC; null until all are.",
).nullable();

const voucher = z
  .object({
    redemptionMethod: z.string().describe("Always MANIFEST: a name on a list."),
    utcRedeemedAt,
    deliveryOptions: z
      .array(
        z
          .object({
            deliveryFormat: z.string().describe("Always QRCODE."),
            deliveryValue: z.string().describe("The booking's `supplierReference`."),
          })
          .meta({ id: "OctoDeliveryOption", description: "What to show at check-in." }),
      )
      .describe("What to show at check-in; empty until the booking is confirmed."),
  })
  .meta({ id: "OctoVoucher", description: "What admits the whole booking." });

const price = pricing.describe("What it costs. Only with `octo/pricing`.").optional();

const unitItem = z
  .object({
    uuid: z.string().describe("UUID of the item: yours, or one that was made."),
    unitId: z.string().describe("Id of its unit."),
    unit: octoUnit
      .describe("Its unit; absent once the supplier has deleted the option.")
      .optional(),
    resellerReference: orNull("What you call the item"),
    supplierReference: z.string().describe("Its ticket's code: 12 characters, unique here."),
    status: octoStatus.describe("That of the booking; REDEEMED once the item's ticket is."),
    utcRedeemedAt: instant("When its ticket was redeemed, in UTC; null before.").nullable(),
    contact: contact.describe("The traveller, as far as you have said."),
    ticket: z.null().describe("Always null: the voucher admits the whole booking."),
    pricing: price,
  })
  .meta({ id: "OctoUnitItem", description: "One traveller, or one group, of a booking." });

const cancellation = z
  .object({
    refund: z
      .enum(["FULL", "PARTIAL", "NONE"])
      .meta({ id: "OctoRefund", description: "Whether the price is paid back." })
      .describe("By the terms under which it was sold; FULL where the supplier ended it."),
    reason: orNull("Why it was cancelled"),
    utcCancelledAt: instant("When it ended, in UTC."),
  })
  .meta({ id: "OctoCancellation", description: "How a booking ended." });

export const octoBooking = z
  .object({
    id: z.string().describe("Id of the booking at the supplier."),
    uuid: z.string().describe("UUID of the booking, by which paths name it."),
    testMode: z.boolean().describe("Always false."),
    resellerReference: orNull("What you call the booking"),
    supplierReference: z.string().describe("What the supplier calls it: 8 characters."),
    status: octoStatus,
    utcCreatedAt: instant("When it was made, in UTC."),
    utcUpdatedAt: instant("When it last changed, in UTC."),
    utcExpiresAt: instant(
      "When the hold ends or ended, in UTC; null once it is confirmed.",
    ).nullable(),
    utcRedeemedAt,
    utcConfirmedAt: instant("When it was confirmed, in UTC; null before.").nullable(),
    productId: z.string().describe("Id of the product."),
    product: octoProduct.describe("The product as it is now.").optional(),
    optionId: z.string().describe("Id of the option."),
    option: octoOption
      .describe("The option as it is now; absent once the supplier has deleted it.")
      .optional(),
    cancellable: z.boolean().describe("Whether it can be cancelled now."),
    cancellation: cancellation.nullable().describe("How it ended; null while it has not."),
    freesale: z.boolean().describe("Always false."),
    availabilityId: z.string().describe("Id of the departure: its local start."),
    availability: availability.describe(
      "The departure that was booked. Its `status` is always CLOSED: ask `POST /availability` for what is for sale.",
    ),
    contact: contact.describe("The customer, as far as you have said."),
    notes: orNull("Notes for the supplier"),
    deliveryMethods: z.array(z.string()).describe("Always [VOUCHER]: one for the whole booking."),
    voucher: voucher.nullable().describe("What admits the booking; null once it has ended."),
    unitItems: z.array(unitItem).describe("One for each traveller or group, in your order."),
    pricing: price,
  })
  .meta({ id: "OctoBooking", description: "Places on one departure for a reseller's customer." });
