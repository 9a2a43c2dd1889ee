import { z } from "zod";
import { mutation, read } from "./action.ts";
import {
  amountsById,
  count,
  cursored,
  freeJson,
  id,
  instant,
  instantInput,
  limit,
  localDate,
  localTime,
  offset,
  page,
  paged,
  reference,
  storedJson,
  text,
  textOf,
} from "./primitives.ts";
import { pricingPer } from "./catalog.ts";
import { claimName, finding, resourceUse } from "./resources-capacity.ts";

export const bookingStatus = z.enum([
  "ON_HOLD",
  "PENDING",
  "CONFIRMED",
  "CANCELLED",
  "REJECTED",
  "EXPIRED",
]);

export const pricingSnapshot = z
  .object({
    schemaVersion: z.int(),
    pricingPer,
    currency: z.string(),
    currencyPrecision: z.int(),
    retail: z.int(),
    unitPricing: z.array(
      z.object({
        unitId: id,
        quantity: z.int(),
        retail: z.int(),
        unitRetail: z.int().optional(),
        name: z.string().optional(),
        type: z.string().optional(),
        paxCount: z.int().optional(),
      }),
    ),
  })
  .meta({ id: "PricingSnapshot" });

export const resourceUsageSnapshot = z
  .object({
    schemaVersion: z.int(),
    items: z.array(
      z.object({
        resourceId: id,
        name: z.string(),
        capacityPlaces: z.int(),
        resourceQuantity: z.int().optional(),
      }),
    ),
  })
  .meta({ id: "ResourceUsageSnapshot" });

export const booking = z
  .object({
    id,
    tenantId: id,
    uuid: z.string(),
    supplierId: id,
    productId: id,
    optionId: id,
    sourceChannelConnectionId: z.string().nullable(),
    source: z.string(),
    externalId: z.string().nullable(),
    status: bookingStatus,
    startAt: instant,
    endAt: instant.nullable(),
    expiresAt: instant.nullable(),
    customer: storedJson.nullable(),
    notes: z.string().nullable(),
    cancellationReason: z.string().nullable(),
    idempotencyKey: z.string().nullable(),
    pricingSnapshot: pricingSnapshot.nullable(),
    resourceUsageSnapshot: resourceUsageSnapshot.nullable(),
    participants: storedJson.nullable(),
    createdAt: instant,
    updatedAt: instant,
    unitItems: z.array(
      z.object({ id, bookingId: id, unitId: id, quantity: z.int(), metadata: storedJson }),
    ),
  })
  .meta({ id: "Booking" });

const lineQuantity = z.int().min(1).max(100_000);
const unitItems = z
  .array(z.object({ unitId: z.string().min(1).max(1000), quantity: lineQuantity }))
  .min(1)
  .max(100);
const resourceItems = z
  .array(z.object({ resourceId: z.string().min(1).max(1000), quantity: lineQuantity }))
  .max(100);
const retailPrices = amountsById;
const customStart = z.object({ localDate, localTime });

/** Exactly one of startAt and customStart; an end after the start (of a local start later). */
function oneStart(
  value: { startAt?: string | undefined; customStart?: unknown; endAt?: string | undefined },
  context: z.RefinementCtx,
): void {
  const { startAt, endAt } = value;
  if (startAt !== undefined && endAt !== undefined && endAt <= startAt)
    context.addIssue({
      code: "custom",
      path: ["endAt"],
      message: "must be after the start",
      params: { fieldCode: "INVALID_VALUE" },
    });
  oneStartAtMost(value, context);
  if (value.startAt === undefined && value.customStart === undefined)
    context.addIssue({
      code: "custom",
      message: "startAt or customStart is required",
      params: { fieldCode: "REQUIRED" },
    });
}

function oneStartAtMost(
  value: { startAt?: string | undefined; customStart?: unknown },
  context: z.RefinementCtx,
): void {
  if (value.startAt === undefined || value.customStart === undefined) return;
  context.addIssue({
    code: "custom",
    path: ["customStart"],
    message: "startAt and customStart exclude each other",
    params: { fieldCode: "MUTUALLY_EXCLUSIVE" },
  });
}

/** What a client sends to book places on one departure. */
export const newBooking = z
  .object({
    optionId: reference,
    startAt: instantInput.optional(),
    customStart: customStart.optional(),
    retailPrices: retailPrices.optional(),
    endAt: instantInput.optional(),
    unitItems,
    resourceItems: resourceItems.default([]),
    participants: freeJson.optional(),
    customer: freeJson.optional(),
    notes: textOf({ max: 10_000 }).optional(),
    idempotencyKey: textOf({ max: 200 }).optional(),
    status: z.enum(["ON_HOLD", "CONFIRMED"]).optional(),
    expandCapacity: z.boolean().default(false),
    backdated: z.boolean().default(false),
  })
  .superRefine(oneStart)
  .meta({ override: { oneOf: [{ required: ["startAt"] }, { required: ["customStart"] }] } });

/**
 * Books places on one departure. A repeated idempotencyKey answers the first booking, whatever else
 * is sent; `replayed` is true unless that booking has the `uuid` of this call. Refusals in the order
 * of completions section 2.
 */
export const createBooking = mutation("bookings.createBooking", {
  /** `uuid` becomes the booking's. The gateway sends the same one with both calls of a request. */
  input: newBooking.safeExtend({ uuid: z.uuid().optional() }),
  output: z.object({ booking, replayed: z.boolean() }),
  refusals: [
    "SESSION_REQUIRED",
    "NOT_FOUND",
    "VALIDATION_FAILED",
    "IN_THE_PAST",
    "NOT_A_DEPARTURE",
    "BOOKING_CUTOFF_PASSED",
    "UNKNOWN_UNIT",
    "UNIT_RESTRICTION",
    "OPTION_RESTRICTION",
    "RESOURCE_NOT_LINKED",
    "NO_LINKED_RESOURCE",
    "RESOURCE_TOO_SMALL",
    "PRICE_NOT_CONFIGURED",
    "ARCHIVED",
    "DEPARTURE_BLOCKED",
    "CAPACITY_EXHAUSTED",
    "OVERLOADED",
  ],
  routedBy: "idempotencyKey",
});

/** A booking that a channel has under this name of its own. */
const channelBooking = { channelConnectionId: z.string(), externalId: textOf({ max: 200 }) };

/**
 * Internal: books for a channel what `createBooking` would, with the caller's source. A repeated
 * externalId answers the channel's first booking of it with `replayed` true, whatever else is sent.
 */
export const createChannelBooking = mutation("bookings.createChannelBooking", {
  input: z.object({
    ...channelBooking,
    /** The one supplier whose options the channel books; null: any of the tenant. */
    supplierId: id.nullable(),
    booking: newBooking,
  }),
  output: createBooking.output,
  refusals: [...createBooking.refusals, "SUPPLIER_MISMATCH"],
});

/** Internal: the booking that a channel has under this name, if it has one. */
export const findChannelBooking = read("bookings.findChannelBooking", {
  input: z.object(channelBooking),
  output: z.object({ booking: booking.nullable() }),
});

const byId = z.object({ id: reference });

export const getBooking = read("bookings.getBooking", {
  input: byId,
  output: booking,
  refusals: ["NOT_FOUND"],
});

const filters = {
  status: bookingStatus.optional(),
  from: instantInput.optional(),
  to: instantInput.optional(),
  supplierId: reference.optional(),
  source: z.string().min(1).max(1000).optional(),
  search: z.string().min(1).max(1000).optional(),
  limit: limit.optional(),
  updatedSince: instantInput.optional(),
  /** Carries texts of filters, each up to its own length. */
  cursor: z.string().min(1).max(12_000).optional(),
};

/**
 * Lists bookings, newest first. Filters combine. With `limit` one page and its total; without it
 * all, in pages of the bus. With updatedSince or cursor the gateway asks `listChanges` instead.
 */
export const listBookings = read("bookings.listBookings", {
  input: z.object({ ...filters, offset: offset.optional(), page }),
  output: paged(booking),
});

/**
 * Lists bookings by updatedAt and id, from updatedSince on. The cursor carries updatedSince and the
 * filters; another value beside it is refused. `watermark` is where the next crawl may begin.
 */
export const listChanges = read("bookings.listChanges", {
  input: z.object(filters),
  output: cursored(booking).extend({ watermark: instant }),
  refusals: ["VALIDATION_FAILED"],
});

/** Turns a live hold into a confirmed or, where approval is needed, a pending booking. */
export const confirmBooking = mutation("bookings.confirmBooking", {
  input: byId,
  output: booking,
  refusals: ["NOT_FOUND", "INVALID_STATE", "HOLD_EXPIRED"],
});

export const approveBooking = mutation("bookings.approveBooking", {
  input: byId,
  output: booking,
  refusals: ["NOT_FOUND", "INVALID_STATE"],
});

/**
 * Changes a live booking, by the token of a fresh read. What is left out stays; whatever concerns
 * price or places computes both anew, but for `participants`. Its own places never count against it.
 */
export const updateBooking = mutation("bookings.updateBooking", {
  input: z
    .object({
      id: reference,
      expectedUpdatedAt: instantInput,
      startAt: instantInput.optional(),
      customStart: customStart.optional(),
      pricingReferenceStartAt: instantInput.optional(),
      retailPrices: retailPrices.optional(),
      unitItems: unitItems.optional(),
      resourceItems: resourceItems.optional(),
      participants: freeJson.optional(),
    })
    .superRefine(oneStartAtMost)
    .superRefine(someChange),
  output: booking,
  refusals: [
    "NOT_FOUND",
    "VALIDATION_FAILED",
    "IN_THE_PAST",
    "NOT_A_DEPARTURE",
    "UNKNOWN_UNIT",
    "UNIT_RESTRICTION",
    "OPTION_RESTRICTION",
    "RESOURCE_NOT_LINKED",
    "NO_LINKED_RESOURCE",
    "RESOURCE_TOO_SMALL",
    "PRICE_NOT_CONFIGURED",
    "INVALID_STATE",
    "HOLD_EXPIRED",
    "VERSION_CONFLICT",
    "CHANNEL_NOT_SUBSCRIBED",
    "ARCHIVED",
    "DEPARTURE_BLOCKED",
    "CAPACITY_EXHAUSTED",
    "OVERLOADED",
  ],
});

function someChange(value: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const changes = [
    "startAt",
    "customStart",
    "unitItems",
    "resourceItems",
    "retailPrices",
    "participants",
  ];
  if (changes.some((field) => value[field] !== undefined)) return;
  context.addIssue({
    code: "custom",
    message: `at least one of ${changes.join(", ")} is required`,
    params: { fieldCode: "REQUIRED" },
  });
}

/** Holds until so many minutes from now; never shortens. */
export const extendBooking = mutation("bookings.extendBooking", {
  input: byId.extend({ expirationMinutes: z.int().min(1).max(1_440) }),
  output: booking,
  refusals: ["NOT_FOUND", "INVALID_STATE", "HOLD_EXPIRED", "OVERLOADED"],
});

const reason = text.optional();

export const rejectBooking = mutation("bookings.rejectBooking", {
  input: byId.extend({ reason }),
  output: booking,
  refusals: ["NOT_FOUND", "INVALID_STATE"],
});

/** Its places are free once this has answered. `force` passes the cutoff and needs a session. */
export const cancelBooking = mutation("bookings.cancelBooking", {
  input: byId.extend({ reason, force: z.boolean().default(false) }),
  output: booking,
  refusals: ["SESSION_REQUIRED", "NOT_FOUND", "INVALID_STATE", "CANCELLATION_CUTOFF_PASSED"],
});

/** Internal: whether an option has live bookings that are not over. */
export const hasLiveBookings = read("bookings.hasLiveBookings", {
  input: z.object({ optionId: id }),
  output: z.object({ found: z.boolean() }),
});

/**
 * Internal, for the recovery of claims: whether the booking names the claim. When it does not,
 * bookings first makes it impossible that it ever will, then says "never".
 */
export const settleClaims = mutation("bookings.settleClaims", {
  input: z.object({
    claims: z.array(z.object({ tenantId: id, bookingId: id, claimId: z.string() })).max(500),
  }),
  output: z.object({
    named: z.array(z.string()),
    never: z.array(z.string()),
    /** Named by a booking that has ended: their places are to be given back. */
    ended: z.array(z.string()),
  }),
});

/** Internal, for doctor: the live bookings that name claims, in pages, over every tenant. */
export const listClaimHolders = read("bookings.listClaimHolders", {
  input: z.object({ page }),
  output: paged(
    z.object({
      bookingId: id,
      tenantId: id,
      status: bookingStatus,
      expiresAt: instant.nullable(),
      claims: z.array(claimName),
      optionId: id,
      /** The window of its departure. */
      startAt: instant,
      endAt: instant,
      /** What its claims took when they were made. */
      uses: z.array(resourceUse),
    }),
  ),
});

/**
 * Internal, for doctor: what of the bookings themselves does not add up, and where the audit log
 * does not end with them. A pending event or a dead letter is no finding.
 */
export const examineBookings = read("bookings.examineBookings", {
  input: z.object({}),
  output: z.object({ bookings: count, findings: z.array(finding) }),
});

/**
 * Internal: mends what doctor has found of bookings, and tells it. Expires holds that the sweep has
 * left; claims anew for bookings without places, where there is room; tells the audit log what is,
 * where it ends otherwise. Looks again first: what is sound by now is left alone.
 */
export const repairBookings = mutation("bookings.repairBookings", {
  input: z.object({ findings: z.array(finding).default([]) }),
  output: z.object({ expired: count, repaired: z.array(finding) }),
});
