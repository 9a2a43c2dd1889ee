import { z } from "zod";
import { component, string, stringOrNull, int, boolean, nullByDefault, intOf } from "./schemas.ts";
import { mutation, read, readKnown } from "./action.ts";
import { bytesRead, page, paged } from "./bus-page.ts";
import { versionsMax } from "./reference-cache.ts";
import type { tenantName } from "./auth.ts";
import { currencyPrecision, isSupportedCurrency } from "./currencies.ts";
import { websiteUrl } from "./endpoint.ts";
import {
  amount,
  amountsById,
  count,
  countInput,
  createdAt,
  deletion,
  deletedAt,
  freeJson,
  id,
  ifUnchanged,
  instant,
  listLimit,
  locale,
  metadata,
  metadataRecord,
  offset,
  optional,
  percent,
  recordId,
  isWindow,
  recurrence,
  recurrenceRecord,
  reference,
  setOf,
  shownText,
  storedJson,
  tenantId,
  text,
  timezone,
  emptyInput,
  updatedAt,
  windowError,
  periodLabelText,
} from "./primitives.ts";

export { currencyPrecision };

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .refine(isSupportedCurrency, "must be an active currency")
  .meta({
    description:
      "The currency of all prices from now on: an active ISO 4217 code, three upper-case letters.",
    examples: ["EUR"],
  });

const referenceText = "A short name for URLs and exports, unique among the siblings of the record.";
const explicitReference = text.meta({
  description: `${referenceText} Left out, it is derived from the name; a taken derived one gets \`-2\`, \`-3\` and so on.`,
  examples: ["laguna-viva"],
});
const changedReference = text.meta({
  description: `${referenceText} It changes only when it is given.`,
  examples: ["laguna-viva"],
});
const referenceRecord = string(referenceText);
const nameRecord = string("The name that people call the record by; 1 to 1000 characters.");
const email = z.email().max(320);

const contacts = {
  locale: locale.meta({
    description:
      "Language for the customer, as a BCP 47 tag; at least 2 characters. It is answered in its usual form: `it_IT` as `it-IT`.",
    examples: ["it-IT"],
  }),
  website: websiteUrl
    .nullable()
    .describe("Web address for customers, http or https; null for none."),
  email: email.nullable().describe("E-mail address for customers; null for none."),
  telephone: text.nullable().meta({
    description: "Telephone number for customers, in any form; null for none.",
    examples: ["+39 041 555 0100"],
  }),
  address: text.nullable().meta({
    description: "Postal address for customers, in any form; null for none.",
    examples: ["Fondamente Nove 12, 30121 Venezia"],
  }),
};
const name = shownText.describe(
  "The name that people call the record by; 1 to 1000 characters, at least one of them visible.",
);
const contactsRecord = {
  locale: string("Language for the customer, as a BCP 47 tag."),
  website: stringOrNull("Web address for customers; null for none."),
  email: stringOrNull("E-mail address for customers; null for none."),
  telephone: stringOrNull("Telephone number for customers; null for none."),
  address: stringOrNull("Postal address for customers; null for none."),
};

/** OCTO's list: what a checkout should ask for; a booking is not refused for lacking them. */
const contactFields = [
  "firstName",
  "lastName",
  "emailAddress",
  "phoneNumber",
  "country",
  "notes",
  "locales",
  "postalCode",
] as const;
const contactFieldsText =
  "What a checkout should ask the customer for. It is advice: a booking is not refused without them.";
const requiredContactFields = setOf(
  z
    .enum(contactFields)
    .meta({ id: "ContactField", description: "A detail of the customer, as OCTO names it." }),
  {
    min: 0,
    max: contactFields.length,
  },
).meta({ description: contactFieldsText, examples: [["firstName", "emailAddress"]] });
const contactFieldsRecord = z
  .array(z.string())
  .meta({ description: contactFieldsText, examples: [["firstName", "emailAddress"]] });

// ---- tenant -------------------------------------------------------------------------------------

export const tenant = component(
  "Tenant",
  "An operator's account. Every record and credential belongs to one tenant.",
  {
    id: recordId,
    name: string("Name of the operator; the command line sets it."),
    defaultCurrency: string("ISO 4217 code of the currency of all prices."),
    currencyPrecision: int("Decimals of the currency: 2 for EUR, 0 for JPY."),
    secondFactorRequired: boolean("Whether each user needs a second factor."),
    createdAt,
    updatedAt,
  },
);

/** Internal: the tenant's currency, with the time of its last change. */
export const tenantCurrency = z.object({ defaultCurrency: z.string(), updatedAt: instant });

/** The tenant's name belongs to auth and its currency to catalog: whichever changed last dates it. */
export function tenantOf(
  named: z.output<typeof tenantName>,
  priced: z.output<typeof tenantCurrency>,
): z.output<typeof tenant> {
  const { defaultCurrency } = priced;
  const dated = named.updatedAt > priced.updatedAt ? named : priced;
  return {
    ...named,
    defaultCurrency,
    currencyPrecision: currencyPrecision(defaultCurrency),
    updatedAt: dated.updatedAt,
  };
}

export const getCurrency = readKnown("catalog.getCurrency", {
  input: emptyInput,
  output: tenantCurrency,
});

/** Command line only: the currency a new tenant begins with. Repeatable. */
export const initCurrency = mutation("catalog.initCurrency", {
  input: z.object({ defaultCurrency: currency }),
  output: tenantCurrency,
});

export const setCurrency = mutation("catalog.setCurrency", {
  description:
    "Sets the currency of all prices. Another one is refused while any pricing period exists.",
  repeat: "A repeat changes nothing and answers the tenant as it is.",
  input: z.object({ defaultCurrency: currency }),
  output: tenantCurrency,
  refusals: ["NOT_FOUND", "CURRENCY_IN_USE"],
});

// ---- suppliers ----------------------------------------------------------------------------------

export const supplier = component(
  "Supplier",
  "A company that operates tours. It owns products and resources.",
  {
    id: recordId,
    tenantId,
    name: nameRecord,
    reference: referenceRecord,
    createdAt,
    updatedAt,
    timezone: string("IANA time zone in which its products depart, such as Europe/Rome."),
    ...contactsRecord,
    metadata: metadataRecord,
    deletedAt,
  },
);

const supplierZone = timezone.meta({
  description:
    "IANA time zone in which its products depart, unless a product has its own. Any spelling is taken, and the name answered: `europe/rome` as `Europe/Rome`.",
  examples: ["Europe/Rome"],
});

/** Both list forms: with `limit` one page and its total, without it all, in pages of the bus. */
const listInput = { limit: listLimit, offset: offset.optional(), page };

export const listSuppliers = read("catalog.listSuppliers", {
  description: "Suppliers by name, archived ones left out.",
  input: z.object(listInput),
  output: paged(supplier),
});

export const createSupplier = mutation("catalog.createSupplier", {
  description:
    "Adds a company that operates tours. Its zone, language and contacts are those of its products, unless a product has its own.",
  repeat:
    "Each call adds another supplier; with an explicit `reference` a repeat is 409 REFERENCE_TAKEN.",
  input: z.object({
    name,
    timezone: supplierZone,
    reference: explicitReference.optional(),
    locale: contacts.locale.prefault("it-IT"),
    website: contacts.website.default(null),
    email: contacts.email.default(null),
    telephone: contacts.telephone.default(null),
    address: contacts.address.default(null),
    metadata: metadata.default({}),
  }),
  output: supplier,
  refusals: ["QUOTA_EXCEEDED", "REFERENCE_TAKEN"],
});

const supplierById = z.object({ id: reference.describe("Id of the supplier.") });

export const getSupplier = readKnown("catalog.getSupplier", {
  description: "Answers archived suppliers, too: their `deletedAt` is set.",
  input: supplierById,
  output: supplier,
});

export const updateSupplier = mutation("catalog.updateSupplier", {
  description:
    "Changes the members that are sent. A new zone, language or contact is copied to all its products.",
  repeat: "A repeat changes nothing and answers the supplier as it is.",
  input: supplierById.extend({
    ...ifUnchanged,
    ...optional({
      name,
      timezone: supplierZone,
      reference: changedReference,
      ...contacts,
      metadata,
    }),
  }),
  output: supplier,
  refusals: ["NOT_FOUND", "VERSION_CONFLICT", "ARCHIVED", "REFERENCE_TAKEN"],
});

/** New bookings on its options are refused with ARCHIVED from the answer on. */
export const archiveSupplier = deletion("catalog.archiveSupplier", {
  description:
    "Takes the supplier out of lists and its options out of sale. Existing bookings stay.",
  input: supplierById,
});

// ---- options and units --------------------------------------------------------------------------

const unitTypes = [
  "ADULT",
  "YOUTH",
  "CHILD",
  "INFANT",
  "FAMILY",
  "SENIOR",
  "STUDENT",
  "MILITARY",
  "OTHER",
] as const;

const unitType = z.enum(unitTypes).meta({
  id: "UnitType",
  description:
    "Kind of traveller the unit is for. It groups units for resellers and decides nothing.",
});
const restrictionsText =
  "Free JSON. Three members have a meaning: `paxCount` (0 to 1000, default 1: travellers and places of one unit), " +
  "`minQuantity` and `maxQuantity` (units in one booking; null or absent: no limit).";

export const unit = component(
  "Unit",
  "A kind of ticket that an option sells, such as Adult or Child.",
  {
    id: recordId,
    tenantId,
    name: nameRecord,
    reference: referenceRecord,
    createdAt,
    updatedAt,
    optionId: id.describe("Id of the option that sells the unit."),
    type: unitType,
    requiredContactFields: contactFieldsRecord,
    restrictions: storedJson.describe(restrictionsText),
    metadata: metadataRecord,
    deletedAt,
  },
);

export const pricingPer = z.enum(["UNIT", "RESOURCE", "BOOKING"]).meta({
  id: "PricingPer",
  description:
    "What one price buys. UNIT: one unit. RESOURCE: one whole resource, such as a boat. BOOKING: the whole booking.",
});
interface Limits {
  readonly least: number | null | undefined;
  readonly greatest: number | null | undefined;
  /** The member that has the greatest number. */
  readonly path: string;
}

/** Two limits that nobody can meet would end all sales without a word. */
function refuseContradiction(context: z.RefinementCtx, { least, greatest, path }: Limits): void {
  if ((least ?? 0) <= (greatest ?? Infinity)) return;
  context.addIssue({
    code: "custom",
    path: [path],
    message: "must not be less than the least number",
  });
}

const unitLimits = {
  minUnits: { description: "Least number of units in one booking; null: no limit.", examples: [2] },
  maxUnits: {
    description: "Greatest number of units in one booking; null: no limit.",
    examples: [12],
  },
};
const restrictions = z
  .object({
    minUnits: countInput.nullable().default(null).meta(unitLimits.minUnits),
    maxUnits: countInput.nullable().default(null).meta(unitLimits.maxUnits),
  })
  .superRefine(({ minUnits, maxUnits }, context) =>
    refuseContradiction(context, { least: minUnits, greatest: maxUnits, path: "maxUnits" }),
  )
  .meta({
    id: "NewOptionRestrictions",
    description: "Limits of the total number of units in one booking, as they are set.",
  })
  .describe("Limits of the total number of units in one booking.");
const cutoffUnit = z.enum(["minute", "hour", "day"]).meta({
  id: "CutoffUnit",
  description:
    "Unit of the cancellation cutoff. Minutes and hours are elapsed time; days are local calendar days at the same time of day.",
});

const policyText =
  "Refund of a cancellation, in steps by time before the start, each with the percentage until then; after the last nothing. Null: always all.";

const stepTexts = {
  untilMinutes: "The step holds until so many minutes before the start, inclusive.",
  refundPercent: "Percentage of the price that is paid back: 0 to 100.",
} as const;

export const cancellationPolicy = z
  .array(
    component("RefundStep", "Until when before the start how much of the price is paid back.", {
      untilMinutes: int(stepTexts.untilMinutes),
      refundPercent: int(stepTexts.refundPercent),
    }),
  )
  .describe(policyText);
const policyRecord = nullByDefault(cancellationPolicy, policyText);

const newCancellationPolicy = z
  .array(
    component("NewRefundStep", "Until when before the start how much is paid back, as it is set.", {
      untilMinutes: countInput.meta({ description: stepTexts.untilMinutes, examples: [2_880] }),
      refundPercent: percent.meta({ description: stepTexts.refundPercent, examples: [50] }),
    }),
  )
  .min(1)
  .max(10)
  .refine(isDescending, "must have untilMinutes and refundPercent strictly descending")
  .nullable()
  .describe(
    `${policyText} 1 to 10 steps; both numbers strictly descend. Bookings keep the steps of their last price.`,
  );

function isDescending(steps: z.output<typeof cancellationPolicy>): boolean {
  return steps.every(({ untilMinutes, refundPercent }, index) => {
    const before = steps[index - 1];
    return !before || (before.untilMinutes > untilMinutes && before.refundPercent > refundPercent);
  });
}

const optionMetadata = { directBooking: false, holdMinutes: 15 };
const optionMetadataText =
  "Free JSON. Two members have a meaning: `directBooking` (false: bookings wait for approval; else the product's decides, then true) " +
  "and `holdMinutes` (1 to 1440, default 30: how long a hold lasts).";

export const option = component(
  "Option",
  "A way in which a product is sold: its duration, timetable, units, resources and prices.",
  {
    id: recordId,
    tenantId,
    productId: id.describe("Id of the product that the option belongs to."),
    name: nameRecord,
    reference: string(`${referenceText} It follows the name.`),
    createdAt,
    updatedAt,
    isDefault: boolean("Whether a shop should offer this option first; one per product."),
    durationMinutes: int("How long a departure takes its resources, in minutes."),
    sortOrder: int("Place among the options of the product, ascending."),
    pricingPer: pricingPer
      .nullable()
      .describe("What one price buys, see the pricing periods; null before the first prices."),
    cancellationCutoffAmount: int(
      "How long before the start a booking can last be cancelled, in units of `cancellationCutoffUnit`.",
    ),
    cancellationCutoffUnit: cutoffUnit,
    cancellationPolicy: policyRecord,
    bookingCutoffMinutes: int("How many minutes before the start sales of a departure end."),
    requiredContactFields: contactFieldsRecord,
    restrictions: component(
      "OptionRestrictions",
      "Limits of the total number of units in one booking.",
      {
        minUnits: z.int().nullable().meta(unitLimits.minUnits),
        maxUnits: z.int().nullable().meta(unitLimits.maxUnits),
      },
    ).describe("Limits of the total number of units in one booking."),
    metadata: metadataRecord.meta({
      description: optionMetadataText,
      examples: [optionMetadata],
    }),
  },
);

const retailText =
  "Price in minor units of the currency: 1250 is 12.50 in a currency of two decimals.";
const tierText = {
  minQuantity: "Least quantity of the tier, inclusive.",
  maxQuantity: "Greatest quantity of the tier, inclusive.",
  retail: retailText,
} as const;
const retailPricesText =
  "Prices by unit id, in minor units of the currency. RESOURCE and BOOKING take the highest of the booked units.";
const retailPriceTiersText =
  "Prices by quantity, which go before `retailPrices`: ascending, without overlap, at most 100; null for none. " +
  "The quantity is that of all units (UNIT, BOOKING) or of travellers (RESOURCE).";
const colorText = "Colour of the period in a calendar, in any notation; null for none.";

const retailPriceTier = component("RetailPriceTier", "A price for a range of quantities.", {
  minQuantity: int(tierText.minQuantity),
  maxQuantity: int(tierText.maxQuantity),
  retail: int(tierText.retail),
});

export const pricingPeriod = component(
  "PricingPeriod",
  "Prices of an option on certain days and times, every year or in the years of their window. Of several that match a departure the narrowest range of month and day wins, then the fewest weekdays, then one with a window, then the later in the list.",
  {
    id: recordId,
    tenantId,
    optionId: id.describe("Id of the option that the prices belong to."),
    ...recurrenceRecord,
    label: stringOrNull(periodLabelText),
    color: stringOrNull(colorText),
    retailPrices: z.record(z.string(), z.int()).describe(retailPricesText),
    retailPriceTiers: z.array(retailPriceTier).nullable().describe(retailPriceTiersText),
    createdAt,
    updatedAt,
  },
);

const optionById = z.object({ id: reference.describe("Id of the option.") });

/** An option with what hangs below it in catalog; the gateway adds what other services own. */
export const getOption = readKnown("catalog.getOption", {
  description:
    "Answers the option with its units, resource requirements, active availability periods and pricing periods.",
  input: optionById,
  output: option.extend({ units: z.array(unit), pricingPeriods: z.array(pricingPeriod) }),
});

const optionFields = {
  name,
  isDefault: boolean(
    "True makes this the product's default and takes the mark from the other. The default itself cannot give it up.",
  ),
  durationMinutes: intOf({ min: 0, max: 1440 }).meta({
    description: "How long a departure takes its resources, in minutes: 0 to 1440.",
    examples: [90],
  }),
  sortOrder: z
    .int()
    .min(0)
    .describe("Place among the options of the product, ascending. Left out: behind all others."),
  cancellationCutoffAmount: countInput.meta({
    description:
      "How long before the start a booking can last be cancelled, in units of `cancellationCutoffUnit`; 0: until the start.",
    examples: [24],
  }),
  cancellationCutoffUnit: cutoffUnit,
  cancellationPolicy: newCancellationPolicy,
  bookingCutoffMinutes: intOf({ min: 0, max: 4320 }).meta({
    description: "How many minutes before the start sales of a departure end: 0 to 4320.",
    examples: [60],
  }),
  requiredContactFields,
  restrictions,
  metadata: metadata.meta({
    description: `${optionMetadataText} At most 64 KiB; a change replaces it whole.`,
    examples: [optionMetadata],
  }),
};

export const createOption = mutation("catalog.createOption", {
  description:
    "Adds a way to sell the product. The first option of a product is its default. It sells once it has a timetable and prices.",
  repeat: "Each call adds another option.",
  input: z.object({
    id: reference.describe("Id of the product."),
    name: optionFields.name,
    durationMinutes: optionFields.durationMinutes,
    isDefault: optionFields.isDefault
      .default(false)
      .describe("Whether it becomes the product's default. The first option always does."),
    /** Left out: behind all others of the product. */
    sortOrder: optionFields.sortOrder.optional(),
    cancellationCutoffAmount: optionFields.cancellationCutoffAmount.default(0),
    cancellationCutoffUnit: optionFields.cancellationCutoffUnit.default("hour"),
    cancellationPolicy: optionFields.cancellationPolicy.default(null),
    bookingCutoffMinutes: optionFields.bookingCutoffMinutes.default(0),
    requiredContactFields: requiredContactFields.prefault([]),
    restrictions: restrictions.default({ minUnits: null, maxUnits: null }),
    metadata: optionFields.metadata.default({}),
  }),
  output: option,
  refusals: ["NOT_FOUND", "ARCHIVED", "QUOTA_EXCEEDED"],
});

export const listOptions = readKnown("catalog.listOptions", {
  description: "Options of the product by `sortOrder`.",
  input: z.object({ id: reference.describe("Id of the product."), page }),
  output: paged(option),
});

export const updateOption = mutation("catalog.updateOption", {
  description:
    "Changes the members that are sent; the reference follows the name. `pricingPer` is set with the prices.",
  repeat: "A repeat changes nothing and answers the option as it is.",
  input: optionById
    .extend({
      ...ifUnchanged,
      ...optional({
        ...optionFields,
        sortOrder: optionFields.sortOrder.describe(
          "Place among the options of the product, ascending; 0 or more.",
        ),
      }),
    })
    // The default is a field of the product, so one write cannot compare both.
    .refine(({ isDefault, expectedUpdatedAt }) => !isDefault || expectedUpdatedAt === undefined, {
      message: "not beside a version: the default is a field of the product",
      path: ["isDefault"],
      params: { fieldCode: "MUTUALLY_EXCLUSIVE" },
    }),
  output: option,
  refusals: ["NOT_FOUND", "DEFAULT_OPTION_REQUIRED", "VERSION_CONFLICT", "ARCHIVED"],
});

export const deleteOption = deletion("catalog.deleteOption", {
  description:
    "Deletes the option with its units, timetable and prices. It is refused while live bookings of it are not over.",
  input: optionById,
  refusals: ["NOT_FOUND", "DEFAULT_OPTION_REQUIRED", "HAS_LIVE_BOOKINGS"],
});

/** Members that have a meaning; of any other kind they would have none, and nobody would learn it. */
const meaningful = z
  .looseObject({
    /** Participants, and places, that one unit stands for. */
    paxCount: z.int().min(0).max(1000).optional(),
    minQuantity: countInput.nullable().optional(),
    maxQuantity: countInput.nullable().optional(),
  })
  .superRefine(({ minQuantity, maxQuantity }, context) =>
    refuseContradiction(context, {
      least: minQuantity,
      greatest: maxQuantity,
      path: "maxQuantity",
    }),
  );
const unitRestrictions = freeJson
  .superRefine((given, context) => {
    for (const issue of meaningful.safeParse(given).error?.issues ?? [])
      context.addIssue({ ...issue });
  })
  .meta({ description: restrictionsText, examples: [{ paxCount: 2, maxQuantity: 6 }] });

export const createUnit = mutation("catalog.createUnit", {
  description: "Adds a kind of ticket to the option. Give it a price before it is sold.",
  repeat:
    "Each call adds another unit; with an explicit `reference` a repeat is 409 REFERENCE_TAKEN.",
  input: z.object({
    ...optionById.shape,
    name,
    type: unitType,
    reference: explicitReference.optional(),
    requiredContactFields: requiredContactFields.prefault([]),
    restrictions: unitRestrictions.default({}),
    metadata: metadata.default({}),
  }),
  output: unit,
  refusals: ["NOT_FOUND", "ARCHIVED", "QUOTA_EXCEEDED", "REFERENCE_TAKEN"],
});

const unitById = z.object({ id: reference.describe("Id of the unit.") });

export const getUnit = readKnown("catalog.getUnit", {
  description: "Answers archived units, too: their `deletedAt` is set.",
  input: unitById,
  output: unit,
});

export const updateUnit = mutation("catalog.updateUnit", {
  description: "Changes the members that are sent. Existing bookings keep what they were sold.",
  repeat: "A repeat changes nothing and answers the unit as it is.",
  input: unitById.extend({
    ...ifUnchanged,
    ...optional({
      name,
      type: unitType,
      reference: changedReference,
      requiredContactFields,
      restrictions: unitRestrictions,
      metadata,
    }),
  }),
  output: unit,
  refusals: ["NOT_FOUND", "VERSION_CONFLICT", "ARCHIVED", "REFERENCE_TAKEN"],
});

export const archiveUnit = deletion("catalog.archiveUnit", {
  description: "Takes the unit out of sale. Existing bookings keep its name.",
  input: unitById,
});

/** Far more than anybody sells of one option. */
const unitsMax = 1_000;

/** Bookings and prices name units by their ids, so the order changes none of them. */
export const setUnitOrder = mutation("catalog.setUnitOrder", {
  description:
    "Gives the units of the option the order of the list, which names each of them once, archived ones left out. " +
    "Where a unit was added or archived meanwhile, it is 409 VERSION_CONFLICT: read the option again.",
  repeat: "A repeat changes nothing.",
  input: z.object({
    ...optionById.shape,
    unitIds: z
      .array(reference)
      .max(unitsMax)
      .meta({ description: "Ids of all units of the option.", examples: [["unt_2", "unt_1"]] }),
  }),
  output: z.array(unit),
  refusals: ["NOT_FOUND", "VERSION_CONFLICT"],
});

// ---- products -----------------------------------------------------------------------------------

export const photo = component("Photo", "A photo of a product, without its bytes.", {
  id: recordId,
  sortOrder: int("Place among the photos of the product, ascending from 0."),
  contentType: string("What the bytes are: image/jpeg, image/png or image/webp."),
  updatedAt: instant.describe("When its bytes last changed, in UTC."),
});

const productMetadataText =
  "Free JSON. One member has a meaning: `directBooking` (false: bookings wait for approval, unless the option says otherwise).";

export const product = component("Product", "A tour or activity. It is sold through its options.", {
  id: recordId,
  tenantId,
  supplierId: id.describe("Id of the supplier that operates the product."),
  name: nameRecord,
  reference: referenceRecord,
  description: stringOrNull("Text for customers; null for none."),
  timezone: stringOrNull(
    "IANA time zone in which it departs; null: that of the supplier. Any spelling is taken, and the name answered.",
    ["Europe/Rome"],
  ),
  ...contactsRecord,
  metadata: metadataRecord.describe(productMetadataText),
  createdAt,
  updatedAt,
  deletedAt,
  options: z
    .array(option)
    .describe("Its options, by `sortOrder`; there only in a list with `include=options`.")
    .optional(),
});

export const listProducts = read("catalog.listProducts", {
  description:
    "Products by name, archived ones left out. With `include=options` one request reads all that a supplier sells.",
  input: z.object({
    supplierId: reference.describe("Only the products of this supplier.").optional(),
    include: z
      .enum(["options"])
      .meta({ id: "ProductInclude", description: "What each product is answered with." })
      .describe("`options` adds to each product its options. Left out: no options.")
      .optional(),
    ...listInput,
  }),
  output: paged(product),
});

const productFields = {
  description: text
    .nullable()
    .describe("Text for customers, at most 1000 characters; null for none."),
  timezone: timezone.nullable().meta({
    description:
      "IANA time zone in which it departs; null: that of the supplier. Any spelling is taken, and the name answered.",
    examples: ["Europe/Rome"],
  }),
  ...contacts,
  metadata: metadata.describe(`${productMetadataText} At most 64 KiB; a change replaces it whole.`),
};

export const createProduct = mutation("catalog.createProduct", {
  description:
    "Adds a tour or activity of a supplier. Language and contacts that are left out are the supplier's.",
  repeat:
    "Each call adds another product; with an explicit `reference` a repeat is 409 REFERENCE_TAKEN.",
  input: z.object({
    supplierId: reference.describe("Id of the supplier that operates the product."),
    name,
    reference: explicitReference.optional(),
    description: productFields.description.default(null),
    timezone: productFields.timezone.prefault(null),
    ...optional(contacts),
    metadata: productFields.metadata.default({}),
  }),
  output: product,
  refusals: ["NOT_FOUND", "ARCHIVED", "QUOTA_EXCEEDED", "REFERENCE_TAKEN"],
});

const productById = z.object({ id: reference.describe("Id of the product.") });

export const getProduct = readKnown("catalog.getProduct", {
  description: "Answers the product with its options and photos; archived ones, too.",
  input: productById,
  output: component("ProductWithDetails", "A product with its options and photos.", {
    ...product.shape,
    options: z.array(option).describe("Options of the product, by `sortOrder`."),
    photos: z.array(photo).describe("Photos of the product, by `sortOrder`."),
  }),
});

export const updateProduct = mutation("catalog.updateProduct", {
  description: "Changes the members that are sent.",
  repeat: "A repeat changes nothing and answers the product as it is.",
  input: productById.extend({
    ...ifUnchanged,
    ...optional({ name, reference: changedReference, ...productFields }),
  }),
  output: product,
  refusals: ["NOT_FOUND", "VERSION_CONFLICT", "ARCHIVED", "REFERENCE_TAKEN"],
});

export const archiveProduct = deletion("catalog.archiveProduct", {
  description:
    "Takes the product out of lists and its options out of sale. Existing bookings stay.",
  input: productById,
});

// ---- what resellers sell ------------------------------------------------------------------------

/** Lowest price that any pricing period has, tiers included; null: none has one, or prices were not asked for. */
const lowestRetail = z.int().nullable();

const sellableUnit = z.object({
  id,
  name: z.string(),
  reference: z.string(),
  type: unitType,
  requiredContactFields: z.array(z.string()),
  /** The members of `restrictions` that OCTO knows, as they were given. */
  restrictions: storedJson,
  archived: z.boolean(),
  /** UNIT: of one of it. */
  lowestRetail,
});

const sellableOption = z.object({
  id,
  isDefault: z.boolean(),
  name: z.string(),
  reference: z.string(),
  durationMinutes: z.int(),
  pricingPer: pricingPer.nullable(),
  cancellationCutoffAmount: z.int(),
  cancellationCutoffUnit: cutoffUnit,
  cancellationPolicy: policyRecord,
  bookingCutoffMinutes: z.int(),
  requiredContactFields: z.array(z.string()),
  restrictions: z.object({ minUnits: z.int().nullable(), maxUnits: z.int().nullable() }),
  /** Whether its bookings wait for the supplier's approval. */
  needsApproval: z.boolean(),
  /** In the order in which they were made; archived ones, too. */
  units: z.array(sellableUnit),
  /** BOOKING and RESOURCE: of a whole booking or resource. */
  lowestRetail,
});

export const sellableProduct = z.object({
  id,
  name: z.string(),
  reference: z.string(),
  description: z.string().nullable(),
  locale: z.string(),
  /** Its own, else the supplier's. */
  timezone: z.string(),
  archived: z.boolean(),
  /** By `sortOrder`. */
  options: z.array(sellableOption),
  /** By `sortOrder`; empty where they were not asked for. `address` opens the photo to anybody for a while. */
  photos: z.array(z.object({ contentType: z.string(), address: z.string() })),
});

/** Internal: products of a supplier with their options and units, by name. One call has all that fits a page. */
export const listSellable = readKnown("catalog.listSellable", {
  input: z.object({
    supplierId: reference,
    /** Only these, and of them archived ones, too. Left out: all that are not archived. */
    productIds: z.array(reference).max(200).optional(),
    prices: z.boolean().default(false),
    /** Whether photos are asked for, with addresses that need no credential. */
    photos: z.boolean().default(false),
    page,
  }),
  output: paged(sellableProduct).extend({ currency: z.string(), bytesRead }),
});

// ---- prices -------------------------------------------------------------------------------------

const tier = component("NewRetailPriceTier", "A price for a range of quantities, as it is set.", {
  minQuantity: countInput.meta({ description: tierText.minQuantity, examples: [10] }),
  maxQuantity: countInput.meta({ description: tierText.maxQuantity, examples: [60] }),
  retail: amount.meta({ description: tierText.retail, examples: [1250] }),
});

const tiers = z
  .array(tier)
  .max(100)
  .refine(areAscending, "must ascend without overlap, each with minQuantity <= maxQuantity");

function areAscending(list: z.output<typeof tier>[]): boolean {
  return list.every((entry, index) => {
    const previous = list[index - 1];
    return (
      entry.minQuantity <= entry.maxQuantity &&
      (!previous || previous.maxQuantity < entry.minQuantity)
    );
  });
}

export const pricesInput = z.object({
  ...optionById.shape,
  pricingPer,
  periods: z
    .array(
      z
        .object({
          ...recurrence,
          label: nullByDefault(shownText, periodLabelText),
          color: nullByDefault(text, colorText, ["#b3261e"]),
          retailPrices: amountsById.meta({
            description: retailPricesText,
            examples: [{ unt_019aa5b1e340736581471f438acfd0b5: 950 }],
          }),
          retailPriceTiers: nullByDefault(tiers, retailPriceTiersText),
        })
        .refine(isWindow, windowError())
        .meta({
          id: "NewPricingPeriod",
          description:
            "Prices on certain days and times, every year or in the years of their window, as they are set.",
        }),
    )
    .max(500)
    .describe(
      "All pricing periods that the option has from now on, at most 500. An empty list clears them.",
    ),
});

export const setPricingPeriods = mutation("catalog.setPricingPeriods", {
  description:
    "Replaces all prices of the option at once, and what one price buys. Existing bookings keep theirs.",
  repeat: "A repeat sets the same prices again, under new ids.",
  input: pricesInput,
  output: z.array(pricingPeriod),
  refusals: ["NOT_FOUND", "UNKNOWN_UNIT", "VERSION_CONFLICT", "ARCHIVED"],
});

export const listPricingPeriods = readKnown("catalog.listPricingPeriods", {
  description: "Pricing periods of the option, in the order in which they were set.",
  input: optionById,
  output: z.array(pricingPeriod),
});

const chargeText = {
  name: "Name of the tax or fee, as receipts show it.",
  kind: "TAX or FEE.",
  basis: "PERCENT of the units' prices, UNIT for each item of the party, or BOOKING once.",
  amount:
    "PERCENT: hundredths of a percent (2200 is 22 %), 0 to 10000. UNIT and BOOKING: minor units of the currency.",
  included:
    "True: it is a part of the units' prices and is only shown. False: it is added to them.",
} as const;
const chargeKind = z
  .enum(["TAX", "FEE"])
  .meta({ id: "ChargeKind", description: "Whether a charge is a tax or a fee." });
const chargeBasis = z.enum(["PERCENT", "UNIT", "BOOKING"]).meta({
  id: "ChargeBasis",
  description: "Basis of a charge: the price, each unit or the booking.",
});

const charge = component("Charge", "A tax or a fee of an option.", {
  name: string(chargeText.name, ["VAT 22 %"]),
  kind: chargeKind.describe(chargeText.kind),
  basis: chargeBasis.describe(chargeText.basis),
  amount: int(chargeText.amount, [2_200]),
  included: boolean(chargeText.included),
});

const newCharge = z
  .object({
    name: shownText
      .max(100)
      .meta({ description: `${chargeText.name} 1 to 100 characters.`, examples: ["VAT 22 %"] }),
    kind: chargeKind.describe(chargeText.kind),
    basis: chargeBasis.describe(chargeText.basis),
    amount: amount.meta({ description: chargeText.amount, examples: [2_200] }),
    included: boolean(chargeText.included),
  })
  .refine(({ basis, amount: rate }) => basis !== "PERCENT" || rate <= 10_000, {
    message: "must be at most 10000 hundredths of a percent",
    path: ["amount"],
    params: { fieldCode: "TOO_BIG" },
  })
  .meta({ id: "NewCharge", description: "A tax or a fee, as it is set." });

const charges = component("Charges", "The taxes and fees of an option.", {
  charges: z.array(charge).describe("Taxes and fees, in the order of the PUT."),
});

export const setCharges = mutation("catalog.setCharges", {
  description:
    "Replaces all taxes and fees of the option. Prices of bookings from then on have `lines`; existing bookings keep theirs until they are priced again.",
  repeat: "A repeat changes nothing and answers the same.",
  input: z.object({
    ...optionById.shape,
    charges: z
      .array(newCharge)
      .max(20)
      .describe("All taxes and fees that the option has from now on, at most 20."),
  }),
  output: charges,
  refusals: ["NOT_FOUND", "VERSION_CONFLICT", "ARCHIVED"],
});

export const getCharges = readKnown("catalog.getCharges", {
  description: "Taxes and fees in the order of the PUT.",
  input: optionById,
  output: charges,
});

// ---- facts for other services -------------------------------------------------------------------

/**
 * The facts of an option for bookings and availability, in one read. Readers cache them under a lease. A change
 * invalidates them in every cache before it answers.
 */
export const optionFacts = z.object({
  option,
  /** The units, archived ones included: a request for one is refused as UNKNOWN_UNIT, and its name stays known. */
  units: z.array(unit),
  pricingPeriods: z.array(pricingPeriod),
  charges: z.array(charge).default([]),
  productId: id,
  supplierId: id,
  productName: z.string(),
  productUpdatedAt: instant,
  /** The product's zone, else the supplier's. */
  timezone: z.string(),
  productMetadata: storedJson,
  currency: z.string(),
  /** The product or its supplier is archived, or the option is being deleted: nothing new is sold. */
  archived: z.boolean(),
  /** The supplier or the product is archived: its availability is empty. */
  productArchived: z.boolean(),
  /** The version of the facts. Every write to a record that they are made of changes it; other writes may, too. */
  version: z.string(),
});

export const getOptionFacts = readKnown("catalog.getOptionFacts", {
  input: z.object({ optionId: reference }),
  output: optionFacts,
});

/**
 * Internal: the versions of options' facts as they stand now, in the order of the ids; null for
 * what getOptionFacts would not find. Nodes that cache the records ask whether they are still true.
 */
export const listOptionVersions = read("catalog.listOptionVersions", {
  input: z.object({ optionIds: z.array(reference).max(versionsMax) }),
  output: z.object({ versions: z.array(z.string().nullable()) }),
});

/** Internal: options of a product, or of a supplier's products; none where it is archived. */
export const listOptionIds = readKnown("catalog.listOptionIds", {
  input: z.object({
    of: z.union([z.object({ productId: reference }), z.object({ supplierId: reference })]),
    limit: count.max(versionsMax),
  }),
  /** In no order; no more than `limit`. */
  output: z.object({ optionIds: z.array(id) }),
});

/** Whether the product and its supplier exist, and whether either is archived. */
export const getProductFacts = readKnown("catalog.getProductFacts", {
  input: z.object({ productId: reference }),
  output: z.object({
    productId: id,
    supplierId: id,
    timezone: z.string(),
    archived: z.boolean(),
    /** When it last changed, or lost an option: later than each change of that one. An earlier release leaves it out. */
    changedAt: instant.optional(),
  }),
});

/** The facts of a supplier, with the zone in which its ledgers' days begin. */
export const getSupplierFacts = readKnown("catalog.getSupplierFacts", {
  input: z.object({ supplierId: reference }),
  output: z.object({ supplierId: id, timezone: z.string(), archived: z.boolean() }),
});
