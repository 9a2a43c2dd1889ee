import { z } from "zod";
import { mutation, read } from "./action.ts";
import { versionsMax } from "./reference-cache.ts";
import { isSupportedCurrency } from "./currencies.ts";
import { websiteUrl } from "./endpoint.ts";
import {
  amount,
  amountsById,
  countInput,
  deleted,
  freeJson,
  id,
  instant,
  limit,
  offset,
  page,
  paged,
  recurrence,
  recurrenceRecord,
  reference,
  setOf,
  storedJson,
  text,
  textOf,
  timezone,
  emptyInput,
} from "./primitives.ts";

export { currencyPrecision } from "./currencies.ts";

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .refine(isSupportedCurrency, {
    message: "must be an active currency",
    params: { fieldCode: "INVALID_VALUE" },
  });

const explicitReference = text;
const email = z.email().max(320);

const contacts = {
  locale: textOf({ min: 2, max: 1000 }),
  website: websiteUrl.nullable(),
  email: email.nullable(),
  telephone: text.nullable(),
  address: text.nullable(),
};
const contactsRecord = {
  locale: z.string(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  address: z.string().nullable(),
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
const requiredContactFields = setOf(z.enum(contactFields), { min: 0, max: contactFields.length });

// ---- tenant -------------------------------------------------------------------------------------

export const tenant = z
  .object({
    id,
    name: z.string(),
    defaultCurrency: z.string(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Tenant" });

/** Internal: the tenant's currency, with the time of its last change. */
export const tenantCurrency = z.object({ defaultCurrency: z.string(), updatedAt: instant });

export const getCurrency = read("catalog.getCurrency", {
  input: emptyInput,
  output: tenantCurrency,
  refusals: ["NOT_FOUND"],
});

/** Command line only: the currency a new tenant begins with. Repeatable. */
export const initCurrency = mutation("catalog.initCurrency", {
  input: z.object({ defaultCurrency: currency }),
  output: tenantCurrency,
});

/** Refused with CURRENCY_IN_USE while any pricing period exists, unless nothing would change. */
export const setCurrency = mutation("catalog.setCurrency", {
  input: z.object({ defaultCurrency: currency }),
  output: tenantCurrency,
  refusals: ["NOT_FOUND", "CURRENCY_IN_USE"],
});

// ---- suppliers ----------------------------------------------------------------------------------

export const supplier = z
  .object({
    id,
    tenantId: id,
    name: z.string(),
    reference: z.string(),
    createdAt: instant,
    updatedAt: instant,
    timezone: z.string(),
    ...contactsRecord,
    metadata: storedJson,
    deletedAt: instant.nullable(),
  })
  .meta({ id: "Supplier" });

/** Both list forms: with `limit` one page and its total, without it all, in pages of the bus. */
const listInput = { limit: limit.optional(), offset: offset.optional(), page };

export const listSuppliers = read("catalog.listSuppliers", {
  input: z.object(listInput),
  output: paged(supplier),
});

export const createSupplier = mutation("catalog.createSupplier", {
  input: z.object({
    name: text,
    timezone,
    reference: explicitReference.optional(),
    locale: contacts.locale.default("it-IT"),
    website: contacts.website.default(null),
    email: contacts.email.default(null),
    telephone: contacts.telephone.default(null),
    address: contacts.address.default(null),
    metadata: freeJson.default({}),
  }),
  output: supplier,
  refusals: ["REFERENCE_TAKEN"],
});

export const getSupplier = read("catalog.getSupplier", {
  input: z.object({ id: reference }),
  output: supplier,
  refusals: ["NOT_FOUND"],
});

/** Changed time zone, language and contacts are copied to the supplier's products. */
export const updateSupplier = mutation("catalog.updateSupplier", {
  input: z.object({
    id: reference,
    name: text.optional(),
    timezone: timezone.optional(),
    reference: explicitReference.optional(),
    locale: contacts.locale.optional(),
    website: contacts.website.optional(),
    email: contacts.email.optional(),
    telephone: contacts.telephone.optional(),
    address: contacts.address.optional(),
    metadata: freeJson.optional(),
  }),
  output: supplier,
  refusals: ["NOT_FOUND", "ARCHIVED", "REFERENCE_TAKEN"],
});

/** New bookings on its options are refused with ARCHIVED from the answer on. */
export const archiveSupplier = mutation("catalog.archiveSupplier", {
  input: z.object({ id: reference }),
  output: deleted,
  refusals: ["NOT_FOUND"],
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

export const unit = z
  .object({
    id,
    tenantId: id,
    name: z.string(),
    reference: z.string(),
    createdAt: instant,
    updatedAt: instant,
    optionId: id,
    type: z.enum(unitTypes),
    requiredContactFields: z.array(z.string()),
    restrictions: storedJson,
    metadata: storedJson,
    deletedAt: instant.nullable(),
  })
  .meta({ id: "Unit" });

export const pricingPer = z.enum(["UNIT", "RESOURCE", "BOOKING"]);
const restrictions = z.object({
  minUnits: countInput.nullable().default(null),
  maxUnits: countInput.nullable().default(null),
});

export const option = z
  .object({
    id,
    tenantId: id,
    productId: id,
    name: z.string(),
    reference: z.string(),
    createdAt: instant,
    updatedAt: instant,
    isDefault: z.boolean(),
    durationMinutes: z.int(),
    sortOrder: z.int(),
    pricingPer: pricingPer.nullable(),
    cancellationCutoffAmount: z.int(),
    cancellationCutoffUnit: z.enum(["minute", "hour", "day"]),
    bookingCutoffMinutes: z.int(),
    requiredContactFields: z.array(z.string()),
    restrictions: z.object({ minUnits: z.int().nullable(), maxUnits: z.int().nullable() }),
    metadata: storedJson,
  })
  .meta({ id: "Option" });

export const retailPriceTier = z.object({
  minQuantity: z.int(),
  maxQuantity: z.int(),
  retail: z.int(),
});

export const pricingPeriod = z
  .object({
    id,
    tenantId: id,
    optionId: id,
    ...recurrenceRecord,
    label: z.string().nullable(),
    color: z.string().nullable(),
    retailPrices: z.record(z.string(), z.int()),
    retailPriceTiers: z.array(retailPriceTier).nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "PricingPeriod" });

/** An option with what hangs below it in catalog; the gateway adds what other services own. */
export const getOption = read("catalog.getOption", {
  input: z.object({ id: reference }),
  output: option.extend({ units: z.array(unit), pricingPeriods: z.array(pricingPeriod) }),
  refusals: ["NOT_FOUND"],
});

const optionFields = {
  name: text,
  isDefault: z.boolean(),
  durationMinutes: z.int().min(0).max(1440),
  sortOrder: z.int().min(0),
  cancellationCutoffAmount: countInput,
  cancellationCutoffUnit: z.enum(["minute", "hour", "day"]),
  bookingCutoffMinutes: z.int().min(0).max(4320),
  requiredContactFields,
  restrictions,
  metadata: freeJson,
};

/** The first option of a product becomes its default whatever is asked. */
export const createOption = mutation("catalog.createOption", {
  input: z.object({
    /** The product. */
    id: reference,
    name: optionFields.name,
    durationMinutes: optionFields.durationMinutes,
    isDefault: z.boolean().default(false),
    /** Left out: behind all others of the product. */
    sortOrder: optionFields.sortOrder.optional(),
    cancellationCutoffAmount: optionFields.cancellationCutoffAmount.default(0),
    cancellationCutoffUnit: optionFields.cancellationCutoffUnit.default("hour"),
    bookingCutoffMinutes: optionFields.bookingCutoffMinutes.default(0),
    requiredContactFields: requiredContactFields.prefault([]),
    restrictions: restrictions.default({ minUnits: null, maxUnits: null }),
    metadata: freeJson.default({}),
  }),
  output: option,
  refusals: ["NOT_FOUND", "ARCHIVED", "QUOTA_EXCEEDED"],
});

export const listOptions = read("catalog.listOptions", {
  input: z.object({ id: reference, page }),
  output: paged(option),
  refusals: ["NOT_FOUND"],
});

/** The reference follows the name. pricingPer is immutable here: it is set with the prices. */
export const updateOption = mutation("catalog.updateOption", {
  input: z.object({
    id: reference,
    name: optionFields.name.optional(),
    isDefault: optionFields.isDefault.optional(),
    durationMinutes: optionFields.durationMinutes.optional(),
    sortOrder: optionFields.sortOrder.optional(),
    cancellationCutoffAmount: optionFields.cancellationCutoffAmount.optional(),
    cancellationCutoffUnit: optionFields.cancellationCutoffUnit.optional(),
    bookingCutoffMinutes: optionFields.bookingCutoffMinutes.optional(),
    requiredContactFields: requiredContactFields.optional(),
    restrictions: restrictions.optional(),
    metadata: freeJson.optional(),
  }),
  output: option,
  refusals: ["NOT_FOUND", "DEFAULT_OPTION_REQUIRED", "ARCHIVED"],
});

export const deleteOption = mutation("catalog.deleteOption", {
  input: z.object({ id: reference }),
  output: deleted,
  refusals: ["NOT_FOUND", "DEFAULT_OPTION_REQUIRED", "HAS_LIVE_BOOKINGS"],
});

/** Members that have a meaning; of any other kind they would have none, and nobody would learn it. */
const meaningful = z.looseObject({
  /** Participants, and places, that one unit stands for. */
  paxCount: z.int().min(0).max(1000).optional(),
  minQuantity: countInput.nullable().optional(),
  maxQuantity: countInput.nullable().optional(),
});
const unitRestrictions = freeJson.superRefine((given, context) => {
  for (const issue of meaningful.safeParse(given).error?.issues ?? [])
    context.addIssue({ ...issue });
});

export const createUnit = mutation("catalog.createUnit", {
  input: z.object({
    /** The option. */
    id: reference,
    name: text,
    type: z.enum(unitTypes),
    reference: explicitReference.optional(),
    requiredContactFields: requiredContactFields.prefault([]),
    restrictions: unitRestrictions.default({}),
    metadata: freeJson.default({}),
  }),
  output: unit,
  refusals: ["NOT_FOUND", "ARCHIVED", "REFERENCE_TAKEN"],
});

export const getUnit = read("catalog.getUnit", {
  input: z.object({ id: reference }),
  output: unit,
  refusals: ["NOT_FOUND"],
});

export const updateUnit = mutation("catalog.updateUnit", {
  input: z.object({
    id: reference,
    name: text.optional(),
    type: z.enum(unitTypes).optional(),
    reference: explicitReference.optional(),
    requiredContactFields: requiredContactFields.optional(),
    restrictions: unitRestrictions.optional(),
    metadata: freeJson.optional(),
  }),
  output: unit,
  refusals: ["NOT_FOUND", "ARCHIVED", "REFERENCE_TAKEN"],
});

/** Archives the unit: it cannot be booked any more, snapshots keep its name. */
export const archiveUnit = mutation("catalog.archiveUnit", {
  input: z.object({ id: reference }),
  output: deleted,
  refusals: ["NOT_FOUND"],
});

// ---- products -----------------------------------------------------------------------------------

export const photo = z
  .object({ id, sortOrder: z.int(), contentType: z.string(), updatedAt: instant })
  .meta({ id: "Photo" });

export const product = z
  .object({
    id,
    tenantId: id,
    supplierId: id,
    name: z.string(),
    reference: z.string(),
    description: z.string().nullable(),
    timezone: z.string().nullable(),
    ...contactsRecord,
    metadata: storedJson,
    createdAt: instant,
    updatedAt: instant,
    deletedAt: instant.nullable(),
  })
  .meta({ id: "Product" });

export const listProducts = read("catalog.listProducts", {
  input: z.object({ supplierId: reference.optional(), ...listInput }),
  output: paged(product),
});

/** Language and contacts left out are taken from the supplier. */
export const createProduct = mutation("catalog.createProduct", {
  input: z.object({
    supplierId: reference,
    name: text,
    reference: explicitReference.optional(),
    description: text.nullable().default(null),
    timezone: timezone.nullable().default(null),
    locale: contacts.locale.optional(),
    website: contacts.website.optional(),
    email: contacts.email.optional(),
    telephone: contacts.telephone.optional(),
    address: contacts.address.optional(),
    metadata: freeJson.default({}),
  }),
  output: product,
  refusals: ["NOT_FOUND", "ARCHIVED", "QUOTA_EXCEEDED", "REFERENCE_TAKEN"],
});

export const getProduct = read("catalog.getProduct", {
  input: z.object({ id: reference }),
  output: product.extend({ options: z.array(option), photos: z.array(photo) }),
  refusals: ["NOT_FOUND"],
});

export const updateProduct = mutation("catalog.updateProduct", {
  input: z.object({
    id: reference,
    name: text.optional(),
    reference: explicitReference.optional(),
    description: text.nullable().optional(),
    timezone: timezone.nullable().optional(),
    locale: contacts.locale.optional(),
    website: contacts.website.optional(),
    email: contacts.email.optional(),
    telephone: contacts.telephone.optional(),
    address: contacts.address.optional(),
    metadata: freeJson.optional(),
  }),
  output: product,
  refusals: ["NOT_FOUND", "ARCHIVED", "REFERENCE_TAKEN"],
});

export const archiveProduct = mutation("catalog.archiveProduct", {
  input: z.object({ id: reference }),
  output: deleted,
  refusals: ["NOT_FOUND"],
});

// ---- prices -------------------------------------------------------------------------------------

const tier = z.object({ minQuantity: countInput, maxQuantity: countInput, retail: amount });

const tiers = z
  .array(tier)
  .max(100)
  .refine(areAscending, {
    message: "must ascend without overlap, each with minQuantity <= maxQuantity",
    params: { fieldCode: "INVALID_VALUE" },
  });

function areAscending(list: z.output<typeof tier>[]): boolean {
  return list.every((entry, index) => {
    const previous = list[index - 1];
    return (
      entry.minQuantity <= entry.maxQuantity &&
      (!previous || previous.maxQuantity < entry.minQuantity)
    );
  });
}

/** Replaces all pricing periods of the option at once, and its pricingPer with them. */
export const setPricingPeriods = mutation("catalog.setPricingPeriods", {
  input: z.object({
    /** The option. */
    id: reference,
    pricingPer,
    periods: z
      .array(
        z.object({
          ...recurrence,
          label: text.nullable().default(null),
          color: text.nullable().default(null),
          retailPrices: amountsById,
          retailPriceTiers: tiers.nullable().default(null),
        }),
      )
      .max(500),
  }),
  output: z.array(pricingPeriod),
  refusals: ["NOT_FOUND", "UNKNOWN_UNIT", "VERSION_CONFLICT", "ARCHIVED"],
});

export const listPricingPeriods = read("catalog.listPricingPeriods", {
  input: z.object({ id: reference }),
  output: z.array(pricingPeriod),
  refusals: ["NOT_FOUND"],
});

// ---- facts for other services -------------------------------------------------------------------

/**
 * What bookings and availability need to know of an option, read as one. Kept under a lease; a
 * change is told to its holders before it is answered (capacity.md section 6).
 */
export const optionFacts = z.object({
  option,
  /** Archived units are here too: one answers UNKNOWN_UNIT for them and keeps the names of the rest. */
  units: z.array(unit),
  pricingPeriods: z.array(pricingPeriod),
  productId: id,
  supplierId: id,
  /** The product's zone, else the supplier's. */
  timezone: z.string(),
  productMetadata: storedJson,
  currency: z.string(),
  /** The product or its supplier is archived, or the option is being deleted: nothing new is sold. */
  archived: z.boolean(),
  /** The supplier or the product is archived: its availability is empty. */
  productArchived: z.boolean(),
  /** Another one after every write of what all this is made of; perhaps after others, too. */
  version: z.string(),
});

export const getOptionFacts = read("catalog.getOptionFacts", {
  input: z.object({ optionId: reference }),
  output: optionFacts,
  refusals: ["NOT_FOUND"],
});

/**
 * Internal: the versions of options' facts as they stand now, in the order of the ids; null for
 * what getOptionFacts would not find. Whoever keeps the facts asks whether they are still true.
 */
export const listOptionVersions = read("catalog.listOptionVersions", {
  input: z.object({ optionIds: z.array(reference).max(versionsMax) }),
  output: z.object({ versions: z.array(z.string().nullable()) }),
});

/** Whether the product and its supplier exist, and whether either is archived. */
export const getProductFacts = read("catalog.getProductFacts", {
  input: z.object({ productId: reference }),
  output: z.object({ productId: id, supplierId: id, timezone: z.string(), archived: z.boolean() }),
  refusals: ["NOT_FOUND"],
});

/** The same of a supplier, with the zone its ledgers' days begin in. */
export const getSupplierFacts = read("catalog.getSupplierFacts", {
  input: z.object({ supplierId: reference }),
  output: z.object({ supplierId: id, timezone: z.string(), archived: z.boolean() }),
  refusals: ["NOT_FOUND"],
});
