/** Products as OCTO has them. A member that is always the same says so. */
import { catalog } from "@slipway/contracts";
import { z } from "zod";
import { productContent, titled } from "./content.ts";
import { pricing } from "./pricing.ts";

const lowest = z
  .array(pricing)
  .describe(
    "The lowest price of any day, in one currency, as the supplier's prices have it: added taxes and fees depend on the party. Empty without prices. Only with `octo/pricing`.",
  )
  .optional();
const contactFields = z
  .array(z.string())
  .describe("What a checkout should ask for. It is advice: no booking is refused for lacking it.");

export const octoUnit = z
  .object({
    id: z.string().describe("Id of the unit."),
    internalName: z.string().describe("What the supplier calls the unit."),
    reference: z.string().describe("A short name of the unit, unique in its option."),
    type: catalog.unit.shape.type.describe("Kind of traveller that the unit is for."),
    restrictions: z
      .object({
        minAge: z.int().describe("Least age in years; 0 where the supplier says nothing."),
        maxAge: z.int().describe("Greatest age in years; 99 where the supplier says nothing."),
        idRequired: z.boolean().describe("Whether the traveller must show an identity card."),
        minQuantity: z.int().nullable().describe("Least number in one booking; null: no limit."),
        maxQuantity: z.int().nullable().describe("Greatest number in one booking; null: no limit."),
        paxCount: z.int().describe("Travellers that one of it stands for, 0 to 1000."),
        accompaniedBy: z
          .array(z.string())
          .describe("Ids of units of which one must be there, too."),
      })
      .meta({ id: "OctoUnitRestrictions", description: "Who may buy a unit, and how many of it." })
      .describe("Who may buy the unit, and how many of it."),
    requiredContactFields: contactFields,
    ...titled,
    pricingFrom: lowest,
  })
  .meta({ id: "OctoUnit", description: "A kind of ticket that an option sells." });

export const octoOption = z
  .object({
    id: z.string().describe("Id of the option."),
    default: z.boolean().describe("Whether a shop should offer this option first."),
    internalName: z.string().describe("What the supplier calls the option."),
    reference: z.string().describe("A short name of the option, unique in its product."),
    availabilityLocalStartTimes: z
      .array(z.string())
      .describe("Local times at which it departs on any day, as HH:mm, ascending."),
    cancellationCutoff: z
      .string()
      .describe("How long before the start it can be cancelled, and what is paid back, in words."),
    cancellationCutoffAmount: z.int().describe("The same as a number; 0: until the start."),
    cancellationCutoffUnit: catalog.option.shape.cancellationCutoffUnit,
    requiredContactFields: contactFields,
    restrictions: z
      .object({
        minUnits: z.int().describe("Least number of units in one booking."),
        maxUnits: z.int().nullable().describe("Greatest number; null: no limit."),
      })
      .meta({ id: "OctoOptionRestrictions", description: "Limits of the units in one booking." })
      .describe("Limits of the number of units in one booking."),
    units: z.array(octoUnit).describe("Units that the option sells."),
    ...titled,
    pricingFrom: lowest,
  })
  .meta({ id: "OctoOption", description: "A way in which a product is sold." });

export const octoProduct = z
  .object({
    id: z.string().describe("Id of the product."),
    internalName: z.string().describe("What the supplier calls the product."),
    reference: z.string().describe("A short name of the product, unique in the tenant."),
    locale: z.string().describe("Language of its texts, as a BCP 47 tag."),
    timeZone: z.string().describe("IANA time zone in which it departs."),
    allowFreesale: z.boolean().describe("Always false: each booking names a departure."),
    instantConfirmation: z
      .boolean()
      .describe("False where bookings of an option wait for the supplier's approval."),
    instantDelivery: z.boolean().describe("Always true."),
    availabilityRequired: z.boolean().describe("Always true."),
    availabilityType: z.string().describe("Always START_TIME."),
    deliveryFormats: z.array(z.string()).describe("Always [QRCODE]."),
    deliveryMethods: z.array(z.string()).describe("Always [VOUCHER]: one for the whole booking."),
    redemptionMethod: z.string().describe("Always MANIFEST: a name on a list."),
    options: z.array(octoOption).describe("Ways in which it is sold; one or more."),
    defaultCurrency: z.string().describe("ISO 4217 code. Only with `octo/pricing`.").optional(),
    availableCurrencies: z
      .array(z.string())
      .describe("The same one. Only with `octo/pricing`.")
      .optional(),
    pricingPer: z
      .enum(["UNIT", "BOOKING"])
      .meta({
        id: "OctoPricingPer",
        description: "What one price buys: a unit, or a whole booking.",
      })
      .describe("What one price of its default option buys. Only with `octo/pricing`.")
      .optional(),
    ...productContent,
  })
  .meta({ id: "OctoProduct", description: "A tour or activity that the key sells." });
