/** Orders: several bookings that are confirmed together or not at all (I7). The service bookings answers. */
import { z } from "zod";
import { component, int, stringOrNull, string, intOrNull, intOf } from "./schemas.ts";
import { changesOf, mutation, read, readKnown } from "./action.ts";
import { bytesRead, page, paged } from "./bus-page.ts";
import {
  bookingReference,
  bookingStatus,
  changesFrom,
  customer,
  details,
  externalId,
  metadata,
  moneyText,
  notes,
  pricingSnapshot,
  quote,
  quoteBooking,
  reason,
  resellerReference,
  someOf,
  statusListOf,
} from "./bookings.ts";
import {
  anyText,
  createdAt,
  cursored,
  id,
  instant,
  instantInput,
  metadataRecord,
  offset,
  optional,
  recordId,
  reference,
  storedJson,
  tenantId,
  textOf,
} from "./primitives.ts";

/** Live bookings of an order at most, and all that it has ever had. */
export const orderBookingsMax = 50;
export const orderEntriesMax = 100;
/** The highest price of a booking of an order: as many as it may have sum up to a safe integer. */
export const retailInOrderMax = Math.floor(Number.MAX_SAFE_INTEGER / orderEntriesMax);

export const orderStatus = z.enum(["OPEN", "CONFIRMED", "CANCELLED", "EXPIRED"]).meta({
  id: "OrderStatus",
  description:
    "State of an order. OPEN takes bookings and holds their places until `expiresAt`; CONFIRMED is sold, all of it. CANCELLED and EXPIRED are final, and so are their bookings.",
});

const bookingOfOrder = component("BookingOfOrder", "One booking of an order, in short.", {
  id: id.describe("Id of the booking."),
  reference: bookingReference,
  status: bookingStatus.describe("State of the booking."),
  optionId: id.describe("Id of the option that was booked."),
  startAt: instant.describe("When its departure starts, in UTC."),
  retail: int(`Total price of the booking, ${moneyText}.`),
});

const fields = {
  id: recordId,
  tenantId,
  reference: bookingReference.describe(
    "A short name of the order for people: 8 characters, 0 to 9 and A to Z without I, L, O and U. It is unique among the orders of the tenant and never changes.",
  ),
  status: orderStatus,
  expiresAt: instant
    .nullable()
    .describe("When the order ends or ended, in UTC; null once it is CONFIRMED or CANCELLED."),
  customer: storedJson
    .nullable()
    .describe("Who orders, as it was sent: free JSON; null where none was."),
  notes: stringOrNull("Notes for the operator; null for none."),
  cancellationReason: stringOrNull("The reason that cancel gave; null for none.", [
    "The family has changed its plans",
  ]),
  resellerReference: stringOrNull(
    "The reseller's own name of the order: 1 to 200 characters; null for none.",
  ),
  externalId: stringOrNull("Its name in a system of yours, 1 to 200 characters; null for none."),
  metadata: metadataRecord,
  currency: pricingSnapshot.shape.currency.describe("ISO 4217 code of `retail`."),
  currencyPrecision: pricingSnapshot.shape.currencyPrecision,
  idempotencyKey: stringOrNull(
    "The key that makes a repeat of the request answer this order; null for none.",
  ),
  confirmedAt: instant.nullable().meta({
    description: "When it became CONFIRMED, in UTC; it stays after a cancellation. Null before.",
    examples: ["2027-05-01T10:05:00.000Z"],
  }),
  cancelledAt: instant.nullable().meta({
    description: "When it became CANCELLED, in UTC; null before.",
    examples: ["2027-05-02T09:00:00.000Z"],
  }),
  createdAt,
  updatedAt: instant.describe(
    "When the order itself last changed, in UTC; a change of a booking leaves it. PATCH takes it as `expectedUpdatedAt`.",
  ),
};

export const order = component(
  "Order",
  "Several bookings that are confirmed together or not at all, and paid at once.",
  {
    ...fields,
    retail: int(`Sum of the prices of its bookings that are live or were confirmed, ${moneyText}.`),
    bookings: z
      .array(bookingOfOrder)
      .describe("Its bookings, in the order in which they were added; ended ones, too."),
  },
);

/**
 * An order in the audit log and on the bus. It says nothing of persons, and its bookings tell of themselves; so nothing of it
 * has to be hidden or erased there.
 */
export const orderChange = z.object({
  id,
  tenantId,
  reference: z.string(),
  status: orderStatus,
  expiresAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  bookingIds: z.array(z.string()),
});

/** Details that a client gives an order when it makes it. */
const saidOfOrder = optional({
  customer: customer.describe(
    "Who orders, free JSON of at most 64 KiB. A booking without a customer gets it when the order is confirmed, unless its own was erased.",
  ),
  notes,
  resellerReference: resellerReference.describe(
    "The reseller's own name of the order: 1 to 200 characters.",
  ),
  externalId: externalId.describe("A name of the order in a system of yours, 1 to 200 characters."),
  metadata,
});

const expirationMinutes = intOf({ min: 1, max: 1_440 }).meta({
  description: "The order and its holds last at least so many minutes from now: 1 to 1440.",
  examples: [30],
});

export const newOrder = z.object({
  ...saidOfOrder,
  idempotencyKey: textOf({ max: 200 })
    .meta({
      description:
        "A text of your own that names this order, unique among the orders of the tenant, 1 to 200 characters. A repeat with it answers the first order, whatever else it sends. The header `Idempotency-Key` means the same.",
      examples: ["basket-7f3a91"],
    })
    .optional(),
  expirationMinutes: expirationMinutes
    .describe("Minutes for which the order and its holds last: 1 to 1440.")
    .default(30),
});

export const createOrder = mutation("bookings.createOrder", {
  description:
    "Opens an order for several bookings with one payment. `POST /bookings` with its id as `orderId` holds places in it. Then `POST /orders/{id}/confirm` sells all of them or none.",
  repeat:
    "With an `idempotencyKey` a repeat answers the first order with 201 and `Idempotent-Replayed`, whatever it sends. Without one each call opens another order.",
  input: newOrder,
  output: z.object({ order, replayed: z.boolean() }),
  refusals: ["QUOTA_EXCEEDED"],
});

const byId = z.object({ id: reference.describe("Id of the order.") });

export const getOrder = readKnown("bookings.getOrder", {
  description: "An order that has run out is EXPIRED from that instant on.",
  input: byId,
  output: order,
});

const filters = optional({
  status: statusListOf(orderStatus).meta({
    description:
      "Only orders in this state, or in one of several that commas separate: OPEN, CONFIRMED, CANCELLED, EXPIRED.",
    examples: ["OPEN,CONFIRMED"],
  }),
  search: anyText.meta({
    description:
      "Only orders whose customer's name or e-mail address contains this text, as in the search of bookings, and the one whose whole `reference` it is.",
    examples: ["zanon"],
  }),
  resellerReference: textOf({ max: 200 }).meta({
    description: "Only orders of this `resellerReference`, taken literally.",
    examples: ["AGENT-5531"],
  }),
  externalId: textOf({ max: 200 }).meta({
    description: "Only orders of this `externalId`, taken literally.",
    examples: ["ORD-2041"],
  }),
  ...changesFrom("orders"),
});

/** As lists of bookings: with updatedSince or cursor the gateway asks `listOrderChanges` instead. */
export const listOrders = read("bookings.listOrders", {
  description:
    "Without `limit` an array of all, newest first. With `limit` a page and the total. With `updatedSince` or `cursor` the change feed: repeat with `cursor` until `nextCursor` is null, then go on from `Sync-Watermark`. Filters combine with each form. A change of a booking alone is in the feed of bookings.",
  input: z.object({ ...filters, offset: offset.optional(), page }),
  output: paged(order).extend({ bytesRead }),
});

/** Lists orders by updatedAt and id, as `listChanges` does bookings. */
export const listOrderChanges = read("bookings.listOrderChanges", {
  input: z.object(filters),
  output: cursored(order).extend({ watermark: instant }),
  refusals: ["VALIDATION_FAILED"],
});

const refusedItem = component("RefusedItem", "Why `POST /bookings` would refuse an item.", {
  code: string("Code of the refusal.", ["CAPACITY_EXHAUSTED"]),
  status: int("HTTP status of the refusal.", [409]),
  title: string("The refusal in a few words.", ["Not enough places left"]),
  vacancies: int(
    "Only of `CAPACITY_EXHAUSTED`: travellers of the largest party that the departure would still take.",
    [2],
  ).optional(),
});

export const quoteOrder = read("bookings.quoteOrder", {
  description:
    "Answers what several sales would come to now: for each item the answer or the refusal of `POST /bookings/quote` to it. Items are decided one after the other, so that two that share the last place do not both fit. It holds no places. Prices that sum up to 2^53 or more are 400.",
  input: z.object({
    items: z
      .array(
        quoteBooking.input.meta({
          id: "QuotedSale",
          description: "A sale to quote: a body of `POST /bookings/quote`.",
        }),
      )
      .min(1)
      .max(50)
      .describe("1 to 50 bodies of `POST /bookings/quote`, of sales."),
  }),
  output: component("OrderQuote", "What an order would come to now.", {
    items: z
      .array(z.union([quote, refusedItem]))
      .describe("For each item, in their order, its quote or its refusal."),
    retail: intOrNull(`Sum of all prices, ${moneyText}; null where an item is refused.`),
    currency: pricingSnapshot.shape.currency.describe("ISO 4217 code of `retail`."),
    currencyPrecision: pricingSnapshot.shape.currencyPrecision,
  }),
  refusals: ["SESSION_REQUIRED", "VALIDATION_FAILED", "SERVICE_UNAVAILABLE"],
});

const expectedUpdatedAt = instantInput.meta({
  description:
    "`updatedAt` of the order as you read it. Where it has changed since, the answer is 409 VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place.",
  examples: ["2027-05-01T10:00:00.000Z"],
});

const changed = {
  customer: details.customer.describe(
    "Who orders from now on, free JSON of at most 64 KiB; null for nobody. Bookings keep theirs.",
  ),
  notes: details.notes,
  resellerReference: details.resellerReference.describe(
    "The reseller's own name of the order from now on: 1 to 200 characters; null for none.",
  ),
  externalId: details.externalId.describe(
    "Its name in a system of yours from now on: 1 to 200 characters; null for none.",
  ),
  metadata: details.metadata,
};

const changeOrder = changesOf(order);

export const updateOrder = changeOrder("bookings.updateOrder", {
  description:
    "Replaces the customer, the notes, the names and the metadata of an order, in every status: what you name is replaced whole, null clears it, and what you leave out stays. Its bookings stay as they are.",
  repeat: "A repeat is 409 VERSION_CONFLICT, because `updatedAt` has moved on.",
  input: z
    .object({ ...byId.shape, expectedUpdatedAt, ...changed })
    .superRefine(someOf(Object.keys(changed))),
  refusals: ["NOT_FOUND", "VERSION_CONFLICT"],
});

export const extendOrder = changeOrder("bookings.extendOrder", {
  description:
    "Holds an open order until so many minutes from now: the order and all its holds, or none. It never shortens them.",
  repeat: "A repeat counts its minutes from its own arrival.",
  input: byId.extend({ expirationMinutes }),
  refusals: ["NOT_FOUND", "INVALID_STATE", "HOLD_EXPIRED", "VERSION_CONFLICT", "OVERLOADED"],
});

export const confirmOrder = changeOrder("bookings.confirmOrder", {
  description:
    "Sells an open order: every live booking of it becomes CONFIRMED, or PENDING where its option needs approval, or none does. Without a live booking it is 409 INVALID_STATE. A booking without a customer of its own gets the order's, unless its own was erased. A body sets what the order does not have yet, and may repeat what it has; another value is 409 DETAILS_ALREADY_SET, and nothing is confirmed.",
  repeat: "A repeat is 409 INVALID_STATE: read the order to see that it stands.",
  input: byId.extend({
    customer: saidOfOrder.customer,
    notes: saidOfOrder.notes,
    resellerReference: saidOfOrder.resellerReference,
    metadata: saidOfOrder.metadata,
  }),
  refusals: [
    "NOT_FOUND",
    "INVALID_STATE",
    "HOLD_EXPIRED",
    "VERSION_CONFLICT",
    "DETAILS_ALREADY_SET",
    "DEPARTURE_CALLED_OFF",
  ],
});

export const cancelOrder = changeOrder("bookings.cancelOrder", {
  description:
    "Cancels an open or confirmed order with all its live bookings, or with none: one that is past its cancellation cutoff refuses the whole, unless a session sends `force`. `errors` names those bookings. Each gets its `refund`.",
  repeat: "A repeat is 409 INVALID_STATE: read the order to see that it stands.",
  input: byId.extend({
    reason,
    force: z
      .boolean()
      .default(false)
      .describe(
        "True cancels after the cancellation cutoffs, too. It needs a user session; a key gets 403.",
      ),
  }),
  refusals: [
    "SESSION_REQUIRED",
    "NOT_FOUND",
    "INVALID_STATE",
    "VERSION_CONFLICT",
    "CANCELLATION_CUTOFF_PASSED",
  ],
});
