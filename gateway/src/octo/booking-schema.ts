/** Bookings as OCTO has them. A member that is always the same says so. */
import { z } from "zod";
import { component, stringOrNull, string, boolean } from "@slipway/contracts";
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
const orNull = (what: string) => stringOrNull(`${what}; null for none.`);

const contact = component("OctoContact", "A customer or a traveller.", {
  fullName: orNull("Whole name"),
  firstName: orNull("First name"),
  lastName: orNull("Last name"),
  emailAddress: orNull("E-mail address"),
  phoneNumber: orNull("Telephone number"),
  locales: z.array(z.string()).describe("Languages, as BCP 47 tags; the preferred one first."),
  postalCode: orNull("Postal code"),
  country: orNull("Country"),
  notes: orNull("What else there is to say"),
});

const utcRedeemedAt = instant(
  "When the last of its tickets was redeemed, in UTC; null until all are.",
).nullable();

const voucher = component("OctoVoucher", "What admits the whole booking.", {
  redemptionMethod: string("Always DIGITAL: a code that is shown."),
  utcRedeemedAt,
  deliveryOptions: z
    .array(
      component("OctoDeliveryOption", "What to show at check-in.", {
        deliveryFormat: string("Always QRCODE."),
        deliveryValue: string("The booking's `supplierReference`."),
      }),
    )
    .describe("What to show at check-in; empty until the booking is confirmed."),
});

const price = pricing.describe("What it costs. Only with `octo/pricing`.").optional();

const unitItem = component("OctoUnitItem", "One traveller, or one group, of a booking.", {
  uuid: string("UUID of the item: yours, or one that was made."),
  unitId: string("Id of its unit."),
  unit: octoUnit.describe("Its unit; absent once the supplier has deleted the option.").optional(),
  resellerReference: orNull("What you call the item"),
  supplierReference: string("Its ticket's code: 12 characters, unique here."),
  status: octoStatus.describe("That of the booking; REDEEMED once the item's ticket is."),
  utcRedeemedAt: instant("When its ticket was redeemed, in UTC; null before.").nullable(),
  contact: contact.describe("The traveller, as far as you have said."),
  ticket: z.null().describe("Always null: the voucher admits the whole booking."),
  pricing: price,
});

const cancellation = component("OctoCancellation", "How a booking ended.", {
  refund: z
    .enum(["FULL", "PARTIAL", "NONE"])
    .meta({ id: "OctoRefund", description: "Whether the price is paid back." })
    .describe("By the terms under which it was sold; FULL where the supplier ended it."),
  reason: orNull("Why it was cancelled"),
  utcCancelledAt: instant("When it ended, in UTC."),
});

export const octoBooking = component(
  "OctoBooking",
  "Places on one departure for a reseller's customer.",
  {
    id: string("Id of the booking at the supplier."),
    uuid: string("UUID of the booking, by which paths name it."),
    testMode: boolean("Always false."),
    resellerReference: orNull("What you call the booking"),
    supplierReference: string("What the supplier calls it: 8 characters."),
    status: octoStatus,
    utcCreatedAt: instant("When it was made, in UTC."),
    utcUpdatedAt: instant("When it last changed, in UTC."),
    utcExpiresAt: instant(
      "When the hold ends or ended, in UTC; null once it is confirmed.",
    ).nullable(),
    utcRedeemedAt,
    utcConfirmedAt: instant("When it was confirmed, in UTC; null before.").nullable(),
    productId: string("Id of the product."),
    product: octoProduct.describe("The product as it is now.").optional(),
    optionId: string("Id of the option."),
    option: octoOption
      .describe("The option as it is now; absent once the supplier has deleted it.")
      .optional(),
    cancellable: boolean("Whether it can be cancelled now."),
    cancellation: cancellation.nullable().describe("How it ended; null while it has not."),
    freesale: boolean("Always false."),
    availabilityId: string("Id of the departure: its local start."),
    availability: availability.describe(
      "The departure that was booked. Its `status` is always CLOSED: ask `POST /availability` for what is for sale.",
    ),
    contact: contact.describe("The customer, as far as you have said."),
    notes: orNull("Notes for the supplier"),
    deliveryMethods: z.array(z.string()).describe("Always [VOUCHER]: one for the whole booking."),
    voucher: voucher.nullable().describe("What admits the booking; null once it has ended."),
    unitItems: z.array(unitItem).describe("One for each traveller or group, in your order."),
    pricing: price,
  },
);
