/** Products as OCTO has them. A member that is always the same says so. */
import { catalog, component, string, int, boolean, intOrNull } from "@slipway/contracts";
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

export const octoUnit = component("OctoUnit", "A kind of ticket that an option sells.", {
  id: string("Id of the unit."),
  internalName: string("What the supplier calls the unit."),
  reference: string("A short name of the unit, unique in its option."),
  type: catalog.unit.shape.type.describe("Kind of traveller that the unit is for."),
  restrictions: component("OctoUnitRestrictions", "Who may buy a unit, and how many of it.", {
    minAge: int("Least age in years; 0 where the supplier says nothing."),
    maxAge: int("Greatest age in years; 99 where the supplier says nothing."),
    idRequired: boolean("Whether the traveller must show an identity card."),
    minQuantity: intOrNull("Least number in one booking; null: no limit."),
    maxQuantity: intOrNull("Greatest number in one booking; null: no limit."),
    paxCount: int("Travellers that one of it stands for, 0 to 1000."),
    accompaniedBy: z.array(z.string()).describe("Ids of units of which one must be there, too."),
  }).describe("Who may buy the unit, and how many of it."),
  requiredContactFields: contactFields,
  ...titled,
  pricingFrom: lowest,
});

export const octoOption = component("OctoOption", "A way in which a product is sold.", {
  id: string("Id of the option."),
  default: boolean("Whether a shop should offer this option first."),
  internalName: string("What the supplier calls the option."),
  reference: string("A short name of the option, unique in its product."),
  availabilityLocalStartTimes: z
    .array(z.string())
    .describe("Local times at which it departs on any day, as HH:mm, ascending."),
  cancellationCutoff: string(
    "How long before the start it can be cancelled, and what is paid back, in words.",
  ),
  cancellationCutoffAmount: int("The same as a number; 0: until the start."),
  cancellationCutoffUnit: catalog.option.shape.cancellationCutoffUnit,
  requiredContactFields: contactFields,
  restrictions: component("OctoOptionRestrictions", "Limits of the units in one booking.", {
    minUnits: int("Least number of units in one booking."),
    maxUnits: intOrNull("Greatest number; null: no limit."),
  }).describe("Limits of the number of units in one booking."),
  units: z.array(octoUnit).describe("Units that the option sells."),
  ...titled,
  pricingFrom: lowest,
});

export const octoProduct = component("OctoProduct", "A tour or activity that the key sells.", {
  id: string("Id of the product."),
  internalName: string("What the supplier calls the product."),
  reference: string("A short name of the product, unique in the tenant."),
  locale: string("Language of its texts, as a BCP 47 tag."),
  timeZone: string("IANA time zone in which it departs."),
  allowFreesale: boolean("Always false: each booking names a departure."),
  instantConfirmation: boolean(
    "False where bookings of an option wait for the supplier's approval.",
  ),
  instantDelivery: boolean("Always true."),
  availabilityRequired: boolean("Always true."),
  availabilityType: string("Always START_TIME."),
  deliveryFormats: z.array(z.string()).describe("Always [QRCODE]."),
  deliveryMethods: z.array(z.string()).describe("Always [VOUCHER]: one for the whole booking."),
  redemptionMethod: string("Always DIGITAL: a code that is shown."),
  options: z.array(octoOption).describe("Ways in which it is sold; one or more."),
  defaultCurrency: string("ISO 4217 code. Only with `octo/pricing`.").optional(),
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
});
