import { z } from "zod";
import { mutation, read } from "./action.ts";
import { versionsMax } from "./reference-cache.ts";
import {
  deleted,
  id,
  instant,
  instantInput,
  page,
  paged,
  recurrence,
  recurrenceRecord,
  reference,
  text,
} from "./primitives.ts";

export const availabilityPeriod = z
  .object({
    id,
    tenantId: id,
    optionId: id,
    ...recurrenceRecord,
    label: z.string().nullable(),
    active: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
    /** Legacy members: read prices from the pricing periods. */
    pricingBasis: z.string().nullable(),
    currency: z.string(),
    prices: z.array(z.unknown()).max(0),
  })
  .meta({ id: "AvailabilityPeriod" });

export const availabilityBlock = z
  .object({ id, tenantId: id, productId: id, startAt: instant, endAt: instant, createdAt: instant })
  .meta({ id: "AvailabilityBlock" });

export const availabilityEntry = z
  .object({
    optionId: id,
    startAt: instant,
    endAt: instant.nullable(),
    cutoffAt: instant,
    maxUnits: z.int().nullable(),
    manual: z.boolean(),
    available: z.boolean(),
    capacity: z.int().nullable(),
    vacancies: z.int().nullable(),
    resources: z.array(z.object({ resourceId: id, vacancies: z.int() })).optional(),
  })
  .meta({ id: "AvailabilityEntry" });

export const createPeriod = mutation("availability.createPeriod", {
  input: z.object({
    /** The option. */
    id: reference,
    ...recurrence,
    label: text.nullable().default(null),
  }),
  output: availabilityPeriod,
  refusals: ["NOT_FOUND", "NO_LINKED_RESOURCE", "ARCHIVED", "QUOTA_EXCEEDED"],
});

export const listPeriods = read("availability.listPeriods", {
  input: z.object({
    /** The option. */
    id: reference,
    active: z.enum(["true", "false"]).default("true"),
    page,
  }),
  output: paged(availabilityPeriod),
  refusals: ["NOT_FOUND"],
});

/** Sets active false; bookings and what they took stay. */
export const deactivatePeriod = mutation("availability.deactivatePeriod", {
  input: z.object({ id: reference, periodId: reference }),
  output: deleted,
  refusals: ["NOT_FOUND"],
});

const range = { from: instantInput, to: instantInput };
const isAscending = (value: { from: string; to: string }): boolean => value.from <= value.to;
const ascending = {
  message: "must not be before from",
  path: ["to"],
  params: { fieldCode: "INVALID_VALUE" },
};

export const listAvailability = read("availability.listAvailability", {
  input: z.object({ optionId: reference, ...range, page }).refine(isAscending, ascending),
  output: paged(availabilityEntry),
  refusals: ["NOT_FOUND", "RANGE_TOO_LARGE"],
});

export const createBlock = mutation("availability.createBlock", {
  input: z
    .object({ productId: reference, startAt: instantInput, endAt: instantInput })
    .refine((block) => block.startAt < block.endAt, {
      message: "must be after startAt",
      path: ["endAt"],
      params: { fieldCode: "INVALID_VALUE" },
    }),
  output: availabilityBlock,
  refusals: ["NOT_FOUND", "ARCHIVED"],
});

export const listBlocks = read("availability.listBlocks", {
  input: z.object({ ...range, page }).refine(isAscending, ascending),
  output: paged(availabilityBlock),
});

export const deleteBlock = mutation("availability.deleteBlock", {
  input: z.object({ id: reference }),
  output: deleted,
  refusals: ["NOT_FOUND"],
});

/**
 * Internal: what decides whether an option departs at an instant and may be sold there. Kept by
 * bookings under a lease.
 */
export const getSellingFacts = read("availability.getSellingFacts", {
  input: z.object({ optionId: id, productId: id }),
  output: z.object({
    periods: z.array(z.object({ ...recurrenceRecord })),
    /** Blocks of the product that are not over. */
    blocks: z.array(z.object({ startAt: instant, endAt: instant })),
    /** Another one whenever a period or a block has come or gone. */
    version: z.string(),
  }),
});

/** Internal: the versions of selling facts as they stand now, in the order of the options. */
export const listSellingVersions = read("availability.listSellingVersions", {
  input: z.object({
    options: z.array(z.object({ optionId: id, productId: id })).max(versionsMax),
  }),
  output: z.object({ versions: z.array(z.string()) }),
});

/**
 * Internal: the blocks that cover a departure of the product at this instant, over or not. Selling
 * facts leave out those that are over; only a backdated booking asks for them.
 */
export const listBlocksAt = read("availability.listBlocksAt", {
  input: z.object({ productId: id, startAt: z.string() }),
  output: z.object({ blocks: z.array(z.object({ startAt: instant, endAt: instant })) }),
});

/** Internal: whether a manual departure stands at this instant. */
export const hasManualDeparture = read("availability.hasManualDeparture", {
  input: z.object({ optionId: id, startAt: z.string() }),
  output: z.object({ found: z.boolean() }),
});

/** Internal: records the departure that a booking with customStart made. Repeatable. */
export const recordManualDeparture = mutation("availability.recordManualDeparture", {
  input: z.object({ optionId: id, productId: id, startAt: z.string() }),
  output: z.object({ recorded: z.boolean() }),
});

/** Internal: whether any active period of the option stands. */
export const hasActivePeriods = read("availability.hasActivePeriods", {
  input: z.object({ optionId: id }),
  output: z.object({ found: z.boolean() }),
});
