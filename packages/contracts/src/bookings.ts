import { z } from "zod";
import { component, int, string, stringOrNull, boolean, nullByDefault, intOf } from "./schemas.ts";
import { changesOf, mutation, read, readKnown } from "./action.ts";
import { bytesRead, page, paged } from "./bus-page.ts";
import {
  anyText,
  amountsById,
  count,
  createdAt,
  cursored,
  dayRange,
  freeJson,
  id,
  instant,
  instantInput,
  isInOrder,
  jsonOf,
  limit,
  localDate,
  localTime,
  metadataRecord,
  notInOrder,
  offset,
  optional,
  percent,
  recordId,
  reference,
  storedJson,
  tenantId,
  text,
  textOf,
  timezone,
} from "./primitives.ts";
import { cancellationPolicy, pricingPer } from "./catalog.ts";
import { claimName, finding, resourceUse } from "./resources-capacity.ts";

export const bookingStatus = z
  .enum(["ON_HOLD", "PENDING", "CONFIRMED", "CANCELLED", "REJECTED", "EXPIRED"])
  .meta({
    id: "BookingStatus",
    description:
      "State of a booking. ON_HOLD holds its places until `expiresAt`; PENDING waits for approval; CONFIRMED is sold. " +
      "CANCELLED, REJECTED and EXPIRED are final and hold no places.",
  });

export const moneyText = "in minor units of the currency (1250 is 12.50 with two decimals)";

export const pricingSnapshot = component(
  "PricingSnapshot",
  "What the booking costs, as it was computed when it was made or last changed. Later prices do not change it.",
  {
    schemaVersion: int("Version of this form: 1, or 2 where it has `lines`."),
    pricingPer,
    currency: string("ISO 4217 code of all its amounts."),
    currencyPrecision: int("Decimals of the currency by ISO 4217: JPY 0, EUR 2, KWD 3."),
    retail: int(`Total price of the booking, ${moneyText}.`),
    unitPricing: z
      .array(
        component("PricedUnit", "What one unit of the booking costs.", {
          unitId: id.describe("Id of the unit that was booked."),
          quantity: int("How many of the unit were booked."),
          retail: int(`Price of the whole line, ${moneyText}.`),
          unitRetail: int(
            `Price of one unit, ${moneyText}; only where prices are per unit.`,
          ).optional(),
          name: string("Name that the unit had when it was priced.").optional(),
          type: string("Type that the unit had when it was priced.").optional(),
          paxCount: int("Travellers that one unit stood for when it was priced.").optional(),
        }),
      )
      .describe(
        "One line per unit, in the order of the request. Their `retail` adds up to the total, before charges that are added.",
      ),
    lines: z
      .array(
        component("PriceLine", "A unit, a tax or a fee of a price.", {
          kind: z
            .enum(["UNIT", "TAX", "FEE"])
            .meta({ id: "PriceLineKind", description: "What a line of a price is for." }),
          name: string("Name of the unit, the tax or the fee when it was priced.", ["VAT 22 %"]),
          unitId: stringOrNull("Id of the unit; null for a tax or a fee.", [
            "unt_019aa5b1e340736581471f438acfd0b5",
          ]),
          quantity: int("How many items the line counts; 1 for a percentage.", [1]),
          amount: int(`Amount of the line, rounded half up, ${moneyText}.`, [528]),
          included: boolean("True: a part of the units' lines, only shown."),
        }),
      )
      .describe(
        "The whole price, line by line: those that are not `included` add up to `retail`. Left out where the option had no charges.",
      )
      .optional(),
  },
);

export const resourceUsageSnapshot = component(
  "ResourceUsageSnapshot",
  "The places that the booking takes while it is live, by resource.",
  {
    schemaVersion: int("Version of this form; 1 today."),
    items: z
      .array(
        component("UsedResource", "What the booking takes of one resource.", {
          resourceId: id.describe("Id of the resource that is used."),
          name: string("Name that the resource had when its places were taken."),
          capacityPlaces: int("Places that the booking takes of the resource."),
          resourceQuantity: int(
            "Whole resources that the booking takes; absent where it takes places only.",
            [1],
          ).optional(),
          prepareMinutes: int(
            "Minutes for which the booking takes it before the departure; absent without such times.",
            [0],
          ).optional(),
          turnaroundMinutes: int(
            "Minutes for which the booking takes it after the departure; absent without such times.",
            [30],
          ).optional(),
        }),
      )
      .describe("One entry per resource that the booking uses."),
  },
);

/** Crockford base32 has no I, L, O and U, which people confuse with other characters. */
export const bookingReference = string(
  "A short name of the booking for people: 8 characters, 0 to 9 and A to Z without I, L, O and U. It is unique in the tenant and never changes.",
  ["7K3M9QXA"],
);

/** One ticket of a booking: what one traveller, or one group of a unit, shows at the start. */
export const ticket = component("Ticket", "One unit of a booking as a ticket of its own.", {
  uuid: string("UUID of the ticket: the reseller's own, or one that Slipway made.", [
    "7f0c2f7a-0c5d-4b3e-9a55-1d7f3a2f6c10",
  ]),
  unitId: id.describe("Id of the unit that the ticket is for."),
  code: string(
    "What the ticket says at check-in: 12 characters, 0 to 9 and A to Z without I, L, O and U. It is unique in the tenant and stays with the ticket.",
    ["5D2R8K0QWM7C"],
  ),
  resellerReference: stringOrNull(
    "The reseller's own name of the ticket: 1 to 200 characters; null for none.",
    ["AGENT-5531-1"],
  ),
  contact: storedJson.nullable().meta({
    description: "The traveller as the reseller sent them: free JSON; null where none was.",
    examples: [{ firstName: "Marta", lastName: "Zanon" }],
  }),
  redeemedAt: nullByDefault(
    instant,
    "When the ticket was redeemed at check-in, in UTC; null: it was not.",
    ["2027-06-15T08:52:00.000Z"],
  ),
});

const redeemed = component("Redeemed", "How many of a booking's guests have been checked in.", {
  count: int("Tickets that were redeemed.", [2]),
  of: int("Tickets that the booking has.", [3]),
  lastAt: instant.meta({
    description: "When the last of them was redeemed, in UTC.",
    examples: ["2027-06-15T08:52:00.000Z"],
  }),
});

export const booking = component(
  "Booking",
  "Places on one departure, with their price and the resources that they take.",
  {
    id: recordId,
    tenantId,
    uuid: string("A UUID for systems that need one. Paths take `id`, never this."),
    reference: bookingReference,
    supplierId: id.describe("Id of the supplier that operates the tour."),
    productId: id.describe("Id of the product that was booked."),
    optionId: id.describe("Id of the option that was booked."),
    sourceChannelConnectionId: stringOrNull(
      "Id of the channel connection that sent the booking; null for keys and sessions.",
      ["chn_019aa5b1e340710cbc5de3621d56e76b"],
    ),
    source: string(
      "Where the booking came from: `api/v1` for keys and sessions, else the channel's code.",
    ),
    externalId: stringOrNull(
      "Name of the booking in the system that sent it, 1 to 200 characters; null for none. A channel has one booking of each name; keys and sessions may repeat theirs.",
    ),
    resellerReference: stringOrNull(
      "The reseller's own name of the booking: 1 to 200 characters; null for none.",
    ),
    orderId: nullByDefault(
      z.string(),
      "Id of the order that the booking belongs to; null for none. It is confirmed with the order, and a hold ends with it.",
      ["ord_019aa5b1e340791d8a1f3f0c5c8e7a21"],
    ),
    status: bookingStatus,
    startAt: instant.describe("When the departure starts, in UTC."),
    endAt: instant.nullable().meta({
      description: "When it ends, for display only, in UTC; null where the request gave none.",
      examples: ["2027-06-15T11:30:00.000Z"],
    }),
    occupiedUntil: instant.describe(
      "Until when the departure that was sold takes its resources, in UTC: as long as the option lasted when the booking got its places, a minute where it had no duration. A later change of the option leaves it.",
    ),
    expiresAt: instant
      .nullable()
      .describe("When the hold ends or ended, in UTC; null unless ON_HOLD or EXPIRED."),
    confirmedAt: instant
      .nullable()
      .describe(
        "When the booking became CONFIRMED, in UTC; it stays after a cancellation. Null before, and where an earlier release confirmed it.",
      ),
    cancelledAt: instant
      .nullable()
      .describe(
        "When the booking became CANCELLED or REJECTED, in UTC. Null before, and where an earlier release ended it.",
      ),
    cancelledInTime: boolean(
      "Whether it became CANCELLED at or before the cancellation cutoff, as it was at that time. Left out unless CANCELLED, and where an earlier release cancelled it.",
    ).optional(),
    cancellationPolicy: cancellationPolicy
      .describe(
        "Refund of a cancellation, as the option said when the booking was last priced. Left out where all is paid back at any time.",
      )
      .optional(),
    refund: nullByDefault(
      component("Refund", "The amount that the customer gets back for a booking that has ended.", {
        amount: int(`What is to be paid back, ${moneyText}.`),
        percent: int("The same as a percentage of the price, before rounding half up."),
        decidedAt: instant.describe("When the booking ended, in UTC."),
      }),
      "What is to be paid back of a booking that is CANCELLED or REJECTED. It never changes, and Slipway moves no money: pay it out yourself. A hold has its whole price here, whatever was paid for it. Null before, of EXPIRED, and where an earlier release ended it.",
    ),
    redeemed: nullByDefault(
      redeemed,
      "How many of its tickets were redeemed at check-in (`GET /bookings/{id}/tickets`); null: none.",
    ),
    customer: storedJson
      .nullable()
      .describe("The customer as it was sent: free JSON; null where none was."),
    notes: stringOrNull("Notes for the operator; null for none."),
    cancellationReason: stringOrNull("The reason that cancel or reject gave; null for none."),
    idempotencyKey: stringOrNull(
      "The key that makes a repeat of the request answer this booking; null for none.",
    ),
    pricingSnapshot: pricingSnapshot
      .nullable()
      .describe("What the booking costs: the authoritative total and its lines."),
    resourceUsageSnapshot: resourceUsageSnapshot
      .nullable()
      .describe("The places that it takes; null where the option needs no resource."),
    participants: storedJson.nullable().meta({
      description: "The travellers as they were sent: free JSON; null where none were.",
      examples: [{ names: ["Marta", "Paolo"] }],
    }),
    metadata: metadataRecord,
    erasedAt: instant.nullable().meta({
      description:
        "When the customer's personal data was last erased (`POST /customers/erase`), in UTC; null: never.",
      examples: ["2027-09-01T08:30:00.000Z"],
    }),
    createdAt,
    updatedAt: instant.describe(
      "When the booking last changed, in UTC. It grows with every change; PATCH takes it as `expectedUpdatedAt`.",
    ),
    unitItems: z
      .array(
        component("BookingUnitItem", "One unit of the booking and how many of it.", {
          id: id.describe("Id of the line: opaque; a line that stays in a change keeps it."),
          bookingId: id.describe("Id of the booking that the line belongs to."),
          unitId: id.describe("Id of the unit that was booked."),
          quantity: int("How many of the unit were booked."),
          metadata: storedJson.meta({
            description: "Free JSON of the line; `{}` today.",
            examples: [{}],
          }),
        }),
      )
      .describe("What was booked: one line per unit, in the order of the request."),
    tickets: z
      .array(ticket)
      .describe(
        "One ticket for each unit of the lines, where a channel key made the booking; `[]` for others.",
      ),
  },
);

const lineQuantity = z.int().min(1).max(100_000);
const unitItems = z
  .array(
    component("UnitLine", "One unit to book and how many of it.", {
      unitId: anyText.describe("Id of a unit of the option."),
      quantity: lineQuantity.meta({
        description: "How many of the unit are booked: 1 to 100000.",
        examples: [2],
      }),
    }),
  )
  .min(1)
  .max(100)
  .describe("The lines that are booked: 1 to 100. Lines of one unit are summed.");
const resourceItems = z
  .array(
    component("ResourceLine", "One resource to take and how many of it.", {
      resourceId: anyText.describe("Id of a resource linked to the option."),
      quantity: lineQuantity.meta({
        description: "How many whole resources are taken: 1 to 100000.",
        examples: [1],
      }),
    }),
  )
  .max(100)
  .describe(
    "Whole resources to take, such as two boats, in place of the places that the party needs; at most 100 lines.",
  );
const retailPrices = amountsById.meta({
  description:
    "Prices by unit id that replace those of the option, in minor units of the currency. " +
    "Other units keep their price. They are not remembered for later changes.",
  examples: [{ unt_019aa5b1e340736581471f438acfd0b5: 950 }],
});
const customStart = component(
  "LocalStart",
  "A local start off the timetable, in place of `startAt`. It makes a manual departure and is free of the booking cutoff. It lies in the years 1 to 9998 of UTC, as every departure does.",
  {
    localDate: localDate.meta({
      description: "Date of the start, YYYY-MM-DD, in the product's zone, else the supplier's.",
      examples: ["2027-06-15"],
    }),
    localTime: localTime.meta({
      description: "Time of the start, HH:mm, in the product's zone, else the supplier's.",
      examples: ["10:30"],
    }),
  },
);
const participants = freeJson.meta({
  description:
    "The travellers, free JSON of at most 64 KiB. It is kept as it is and decides nothing.",
  examples: [{ names: ["Marta", "Paolo"] }],
});
export const customer = freeJson.meta({
  description:
    "The customer, free JSON of at most 64 KiB. The search of bookings looks at its `name`, `firstName`, `lastName`, `fullName`, `email` and `emailAddress`.",
  examples: [{ firstName: "Marta", emailAddress: "marta@example.com" }],
});
export const notes = textOf({ max: 10_000 }).meta({
  description: "Notes for the operator: 1 to 10000 characters.",
  examples: ["Arrives with a pushchair"],
});
export const externalId = textOf({ max: 200 }).meta({
  description:
    "A name of the booking in a system of yours, 1 to 200 characters. Slipway does not require it to be unique; `idempotencyKey` guards against repeats.",
  examples: ["ORD-2041"],
});
export const resellerReference = textOf({ max: 200 }).meta({
  description: "The reseller's own name of the booking: 1 to 200 characters.",
  examples: ["AGENT-5531"],
});
export const metadata = jsonOf({ bytesMax: 16 * 1024 }).meta({
  description: "A JSON object of your own, at most 16 KiB serialised. It decides nothing.",
  examples: [{ campaign: "spring" }],
});
const startText = "Start of the departure, an RFC 3339 date-time with an offset.";

/** At most one of startAt and customStart; an end after the start (of a local start later). */
function oneStart(
  value: { startAt?: string | undefined; customStart?: unknown; endAt?: string | undefined },
  context: z.RefinementCtx,
): void {
  const { startAt, endAt } = value;
  if (startAt !== undefined && endAt !== undefined && endAt <= startAt)
    context.addIssue({ code: "custom", path: ["endAt"], message: "must be after the start" });
  oneStartAtMost(value, context);
}

function hasStart(value: { startAt?: unknown; customStart?: unknown }): boolean {
  return value.startAt !== undefined || value.customStart !== undefined;
}

/** The error of a request without a start. It names both fields and stands beside errors of other missing fields. */
const noStart = {
  message: "startAt or customStart is required",
  params: { fieldCode: "REQUIRED" },
  when: ({ value }: { readonly value: unknown }) => typeof value === "object" && value !== null,
};

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

export const newBooking = z
  .object({
    optionId: reference.describe("Id of the option to book."),
    startAt: instantInput.describe(`${startText} Either this or \`customStart\`.`).optional(),
    customStart: customStart.optional(),
    retailPrices: retailPrices.optional(),
    endAt: instantInput
      .meta({
        description: "End of the departure for display, after the start. It changes no capacity.",
        examples: ["2027-06-15T13:30:00+02:00"],
      })
      .optional(),
    unitItems,
    resourceItems: resourceItems.default([]),
    ...optional({ participants, customer, notes, externalId, resellerReference, metadata }),
    idempotencyKey: textOf({ max: 200 })
      .meta({
        description:
          "A text of your own that names this sale, unique in the tenant, 1 to 200 characters. A repeat with it answers the first booking, whatever else it sends. The header `Idempotency-Key` means the same.",
        examples: ["checkout-7f3a91"],
      })
      .optional(),
    status: z
      .enum(["ON_HOLD", "CONFIRMED"])
      .meta({
        id: "NewBookingStatus",
        description:
          "ON_HOLD holds the places for a while; CONFIRMED sells them. Left out: CONFIRMED, or PENDING where the option needs approval.",
      })
      .optional(),
    expandCapacity: z
      .boolean()
      .default(false)
      .describe(
        "True adds the places that are missing to this departure alone, instead of a refusal.",
      ),
    backdated: z
      .boolean()
      .default(false)
      .describe("True allows a start in the past. It needs a user session; a key gets 403."),
  })
  .superRefine(oneStart)
  .refine(hasStart, noStart);

/** The same, and the order that the booking belongs to. */
export const newBookingOfOrder = newBooking
  .safeExtend({
    orderId: reference
      .describe(
        "Id of an open order. The booking is a hold of it, which is confirmed with the order and ends when the order does.",
      )
      .optional(),
  })
  .superRefine(holdInOrder);

function holdInOrder(
  { orderId, status }: { orderId?: string | undefined; status?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (orderId === undefined || status === undefined || status === "ON_HOLD") return;
  context.addIssue({ code: "custom", path: ["status"], message: "must be ON_HOLD in an order" });
}

/** Refusals of a party, of its price and of the state of its booking or order, in their order. */
const refusedParty = [
  "UNKNOWN_UNIT",
  "UNIT_RESTRICTION",
  "OPTION_RESTRICTION",
  "RESOURCE_NOT_LINKED",
  "NO_LINKED_RESOURCE",
  "RESOURCE_TOO_SMALL",
  "PRICE_NOT_CONFIGURED",
  "INVALID_STATE",
  "HOLD_EXPIRED",
] as const;

/**
 * Books places on one departure. A repeated idempotencyKey answers the first booking, whatever else
 * is sent; `replayed` is true unless that booking has the `uuid` of this call. Refusals in the order
 * of their catalogue.
 */
export const createBooking = mutation("bookings.createBooking", {
  description:
    "Takes places on one departure: all that it needs or none. A departure is never sold beyond its places. ON_HOLD holds them until `expiresAt`; then confirm the booking or let it expire. With `orderId` it is a hold of that order: 409 INVALID_STATE where the order is not OPEN or in another currency, 409 HOLD_EXPIRED where it has expired, 409 QUOTA_EXCEEDED where it has 50 live bookings. Its price is at most 90071992547409 there, else 400.",
  repeat:
    "With an `idempotencyKey` a repeat answers the first booking with 201 and `Idempotent-Replayed`, whatever it sends. Without one each call books again. The gateway itself repeats once, within its time, before it answers 504 OUTCOME_UNKNOWN.",
  /** `uuid` becomes the booking's. The gateway sends the same one with both calls of a request. */
  input: newBookingOfOrder.safeExtend({ uuid: z.uuid().optional() }),
  output: z.object({ booking, replayed: z.boolean() }),
  refusals: [
    "SESSION_REQUIRED",
    "BOOKING_ARCHIVED",
    "NOT_FOUND",
    "VALIDATION_FAILED",
    "IN_THE_PAST",
    "NOT_A_DEPARTURE",
    "BOOKING_CUTOFF_PASSED",
    ...refusedParty,
    "ARCHIVED",
    "DEPARTURE_BLOCKED",
    "DEPARTURE_CALLED_OFF",
    "QUOTA_EXCEEDED",
    "CAPACITY_EXHAUSTED",
    "OVERLOADED",
  ],
  routedBy: "idempotencyKey",
});

/** The price and the places that a sale or a change would have. */
export const quote = component(
  "Quote",
  "What a booking or a change would come to now. It holds no places: another sale may take them.",
  {
    pricingSnapshot: pricingSnapshot.describe("What the booking would cost."),
    resourceUsageSnapshot: resourceUsageSnapshot
      .nullable()
      .describe("The places that it would take; null where the option needs no resource."),
    status: bookingStatus.describe("State that the booking would have."),
    expiresAt: instant
      .nullable()
      .describe("When a hold made now would end, in UTC; null unless ON_HOLD."),
    vacanciesAfter: count
      .nullable()
      .describe(
        "`vacancies` of the departure as `GET /availability` would then show them; null: no limit.",
      ),
  },
);

const { idempotencyKey: _named, ...saleFields } = newBookingOfOrder.shape;

/** Answers as `createBooking` would now, or refuses as it would. Writes nothing. */
export const quoteBooking = read("bookings.quoteBooking", {
  input: z
    .object(saleFields)
    .superRefine(oneStart)
    .refine(hasStart, noStart)
    .superRefine(holdInOrder),
  output: quote,
  // It takes no key.
  refusals: createBooking.refusals.filter((code) => code !== "BOOKING_ARCHIVED"),
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
  refusals: [...createBooking.refusals, "SUPPLIER_MISMATCH", "REFERENCE_TAKEN"],
});

/** Internal: the booking that a channel has under this name, if it has one. */
export const findChannelBooking = read("bookings.findChannelBooking", {
  input: z.object(channelBooking),
  output: z.object({ booking: booking.nullable() }),
});

export const byId = z.object({ id: reference.describe("Id of the booking, not its `uuid`.") });

export const getBooking = readKnown("bookings.getBooking", {
  description: "A hold that has run out is EXPIRED from that instant on.",
  input: byId,
  output: booking,
});

/** One status or several, as one text in the order of the statuses. */
export function statusListOf({ options }: { readonly options: readonly string[] }) {
  return z
    .string()
    .transform((given, context) => {
      const parsed = z.array(z.enum(options)).safeParse(given.split(","));
      if (parsed.success) return options.filter((status) => parsed.data.includes(status)).join(",");
      context.issues.push({ code: "invalid_value", values: [...options], input: given });
      return z.NEVER;
    })
    .meta({ override: { type: "string", pattern: listPattern(options) } });
}

function listPattern(values: readonly string[]): string {
  const one = `(${values.join("|")})`;
  return `^${one}(,${one})*$`;
}

/** The fields of a list by which it is a page or the change feed. */
export const changesFrom = (records: "bookings" | "orders") => ({
  limit: limit.describe(
    `How many ${records} a page has at most: 1 to 100. With it the answer is \`{items, total}\`, without it an array of all; 100 by default with \`updatedSince\`.`,
  ),
  updatedSince: instantInput.meta({
    description: `Begins to read the change feed: ${records} changed then or later, as \`{items, nextCursor}\` by \`updatedAt\`. Take it from \`Sync-Watermark\`.`,
    examples: ["2027-05-01T10:00:00.000Z"],
  }),
  /** Carries texts of filters, each up to its own length. */
  cursor: z
    .string()
    .min(1)
    .max(12_000)
    .describe("`nextCursor` of the feed's page before, unchanged. It carries the filters."),
});

const filters = optional({
  status: statusListOf(bookingStatus).meta({
    description:
      "Only bookings in this state, or in one of several that commas separate: ON_HOLD, PENDING, CONFIRMED, CANCELLED, REJECTED, EXPIRED.",
    examples: ["PENDING,CONFIRMED"],
  }),
  from: instantInput.meta({
    description: "Only bookings that start then or later: RFC 3339 with an offset.",
    examples: ["2027-06-15T00:00:00+02:00"],
  }),
  to: instantInput.meta({
    description: "Only bookings that start then or earlier: RFC 3339 with an offset.",
    examples: ["2027-06-15T23:59:59+02:00"],
  }),
  supplierId: reference.describe("Only bookings of this supplier's tours."),
  productId: reference.describe("Only bookings of this product."),
  optionId: reference.describe("Only bookings of this option."),
  reference: reference.meta({
    description:
      "Only the booking of this reference, as people type it: in any case, with O for 0 and I or L for 1, hyphens and blanks skipped.",
    examples: ["7K3M9QXA"],
  }),
  externalId: textOf({ max: 200 }).meta({
    description: "Only bookings of this `externalId`, taken literally.",
    examples: ["ORD-2041"],
  }),
  resellerReference: textOf({ max: 200 }).meta({
    description: "Only bookings of this `resellerReference`, taken literally.",
    examples: ["AGENT-5531"],
  }),
  idempotencyKey: textOf({ max: 200 }).meta({
    description: "Only the booking that was made with this key, taken literally.",
    examples: ["checkout-7f3a91"],
  }),
  source: anyText.meta({
    description: "Only bookings from there: `api/v1` for keys and sessions, else a channel's code.",
    examples: ["api/v1"],
  }),
  search: anyText.meta({
    description:
      "Only bookings whose customer's name or e-mail address contains this text, and the one whose whole `reference` it is. First and last name are found in either order. Texts are compared in Unicode's NFC and case folded; blanks around are cut. Otherwise it is taken literally. The first 200 characters of a field are looked at, and of the text.",
    examples: ["zanon"],
  }),
  ...changesFrom("bookings"),
});

const sort = z.enum(["createdAt", "startAt"]).meta({
  id: "BookingSort",
  description: "Order of a list: `createdAt` is newest first, `startAt` the earliest start first.",
});

/** The change feed has an order of its own. */
function noSortOfChanges(
  value: Readonly<Partial<Record<"sort" | "updatedSince" | "cursor", string | undefined>>>,
  context: z.RefinementCtx,
): void {
  const { sort: order, updatedSince, cursor } = value;
  if (order === undefined || (updatedSince === undefined && cursor === undefined)) return;
  context.addIssue({
    code: "custom",
    path: ["sort"],
    message: "excludes updatedSince and cursor",
    params: { fieldCode: "MUTUALLY_EXCLUSIVE" },
  });
}

/**
 * Lists bookings, newest first or by their start. Filters combine. With `limit` one page and its total; without it
 * all, in pages of the bus. With updatedSince or cursor the gateway asks `listChanges` instead.
 */
export const listBookings = read("bookings.listBookings", {
  description:
    "Without `limit` an array of all, newest first or by `sort`. With `limit` a page and the total. With `updatedSince` or `cursor` the change feed: repeat with `cursor` until `nextCursor` is null, then go on from `Sync-Watermark`. Filters combine with each form.",
  input: z
    .object({
      ...filters,
      sort: sort
        .describe(
          "Order: `createdAt` is newest first, and the default; `startAt` is the earliest start first. Not with `updatedSince` or `cursor`.",
        )
        .optional(),
      offset: offset.optional(),
      page,
    })
    .superRefine(noSortOfChanges),
  output: paged(booking).extend({ bytesRead }),
});

const bookingCount = component("BookingCount", "The bookings of one source on one day.", {
  date: z.string().meta({
    format: "date",
    description: "The day on which the bookings start, YYYY-MM-DD, in `timezone`.",
  }),
  source: string("Where they came from: `api/v1` for keys and sessions, else a channel's code."),
  bookings: count.describe("How many bookings of this source start on this day."),
});

const localDays = {
  supplierId: filters.supplierId,
  productId: filters.productId,
  status: filters.status,
  ...dayRange,
  timezone: timezone.meta({
    description: "IANA time zone whose days are counted, such as the supplier's.",
    examples: ["Europe/Rome"],
  }),
};

/** Longest range of one answer. */
export const countDaysMax = 31;

export const listBookingCounts = read("bookings.listBookingCounts", {
  description:
    "How many bookings start on each day, by source: by date, then by source. Without `status` it counts those that hold places: ON_HOLD, PENDING and CONFIRMED. Days without a booking are left out. The range has at most 31 days.",
  input: z.object(localDays).refine(isInOrder, notInOrder),
  output: z.array(bookingCount),
  refusals: ["RANGE_TOO_LARGE"],
});

/** Longest range of one answer of `listStats`, and its most rows. */
export const statDaysMax = 400;
export const statRowsMax = 5_000;

const statKeys = ["day", "product", "source"];

const stat = component("Stat", "Bookings of one currency, summed.", {
  date: z
    .string()
    .meta({
      format: "date",
      description: "The day on which they start, YYYY-MM-DD, in `timezone`; only by `day`.",
      examples: ["2027-06-15"],
    })
    .optional(),
  productId: id.describe("The product that was booked; only by `product`.").optional(),
  source: string(
    "Where they came from: `api/v1` for keys and sessions, else a channel's code; only by `source`.",
    ["api/v1"],
  ).optional(),
  currency: string("ISO 4217 code of `retail`.", ["EUR"]),
  bookings: count.meta({ description: "How many bookings the row sums.", examples: [12] }),
  guests: count.meta({
    description:
      "How many travellers they have: a unit stands for its `paxCount` of them. At most 2^53 - 1 is said.",
    examples: [31],
  }),
  retail: int(`Sum of their total prices, ${moneyText}. At most 2^53 - 1 is said.`, [139_500]),
});

export const listStats = read("bookings.listStats", {
  description:
    "Bookings, guests and retail, summed by the day of their start, by product and by source, as `by` says, and by currency, in this order. Without `status` it sums those that hold places: ON_HOLD, PENDING and CONFIRMED. A row without a booking is left out. The range has at most 400 days, the answer at most 5000 rows.",
  input: z
    .object({
      ...localDays,
      by: z
        .string()
        .regex(new RegExp(listPattern(statKeys)))
        .meta({
          description:
            "Grouping of the rows: `day`, `product`, `source`, or several that commas separate.",
          examples: ["day,source"],
        }),
    })
    .refine(isInOrder, notInOrder),
  output: paged(stat).extend({ bytesRead }),
  refusals: ["RANGE_TOO_LARGE"],
});

export const listUnscheduledBookings = read("bookings.listUnscheduledBookings", {
  description:
    "Bookings that hold places (ON_HOLD, PENDING and CONFIRMED) and start when `GET /availability` has no departure any more, the earliest start first. They stay valid. A deleted period leaves such bookings, and so do an exception, another time zone, an archived product and new data of a zone's clock changes.",
  input: z.object({
    supplierId: filters.supplierId,
    productId: filters.productId,
    from: filters.from.describe(
      "Only bookings that start then or later: RFC 3339 with an offset. Left out: from now on.",
    ),
    to: filters.to,
    page,
  }),
  output: paged(booking).extend({ bytesRead }),
});

/**
 * Lists bookings by updatedAt and id, from updatedSince on. The cursor carries updatedSince and the
 * filters; another value beside it is refused. `watermark` is where the next reading may begin.
 */
export const listChanges = read("bookings.listChanges", {
  input: z.object(filters),
  output: cursored(booking).extend({ watermark: instant }),
  refusals: ["VALIDATION_FAILED"],
});

export const changeBooking = changesOf(booking);

export const confirmBooking = changeBooking("bookings.confirmBooking", {
  description:
    "Sells what a hold has reserved: the booking becomes CONFIRMED, or PENDING where the option needs approval. A hold of an order is confirmed with its order alone: 409 INVALID_STATE. A body sets what the booking does not have yet. It may repeat what the booking has; another value is 409 DETAILS_ALREADY_SET, and nothing is confirmed.",
  repeat: "A repeat is 409 INVALID_STATE: read the booking to see that it stands.",
  input: byId.extend(optional({ customer, notes, resellerReference })),
  refusals: [
    "NOT_FOUND",
    "INVALID_STATE",
    "HOLD_EXPIRED",
    "DETAILS_ALREADY_SET",
    "DEPARTURE_CALLED_OFF",
  ],
});

export const approveBooking = changeBooking("bookings.approveBooking", {
  description: "Accepts a booking that waits for approval: PENDING becomes CONFIRMED.",
  repeat: "A repeat is 409 INVALID_STATE: read the booking to see that it stands.",
  input: byId,
  refusals: ["NOT_FOUND", "INVALID_STATE", "HOLD_EXPIRED", "DEPARTURE_CALLED_OFF"],
});

/** At least one of these fields is given. */
export function someOf(fields: readonly string[]) {
  return (value: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    if (fields.some((field) => value[field] !== undefined)) return;
    context.addIssue({
      code: "custom",
      message: `at least one of ${fields.join(", ")} is required`,
      params: { fieldCode: "REQUIRED" },
    });
  };
}

const changes = [
  "startAt",
  "customStart",
  "unitItems",
  "resourceItems",
  "retailPrices",
  "participants",
];

const expectedUpdatedAt = instantInput.meta({
  description:
    "`updatedAt` of the booking as you read it. Where it has changed since, the answer is 409 VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place.",
  examples: ["2027-05-01T10:00:00.000Z"],
});

/**
 * Changes a live booking, by the token of a fresh read. What is left out stays; whatever concerns
 * price or places computes both anew, but for `participants`. Its own places never count against it.
 * A CONFIRMED booking cannot move to an option that needs approval: INVALID_STATE. The other statuses stay.
 */
export const updateBooking = changeBooking("bookings.updateBooking", {
  description:
    "Moves a live booking or changes its party, resources or prices. It is the operator's, and free of cutoffs: a key may make a party smaller after the cancellation cutoff, too. Price and places are computed anew, but for `participants` alone. A booking of an order keeps the order's currency, else 409 INVALID_STATE, and the bound of its prices. It keeps its old places until it has the new ones; on a refusal nothing has changed.",
  repeat: "A repeat is 409 VERSION_CONFLICT, because `updatedAt` has moved on.",
  input: z
    .object({
      ...byId.shape,
      expectedUpdatedAt,
      /**
       * Internal: an option of the booking's supplier, of the same product or another one. Beside it stand `startAt`
       * and `unitItems`: those of the present option mean nothing there.
       */
      optionId: reference.optional(),
      startAt: instantInput
        .describe(
          `${startText} Moves the booking; one with a redeemed ticket is 409 INVALID_STATE. Not beside \`customStart\`.`,
        )
        .optional(),
      customStart: customStart.optional(),
      pricingReferenceStartAt: instantInput
        .meta({
          description:
            "Start whose prices apply: RFC 3339 with an offset. Left out: the booking's start.",
          examples: ["2027-06-15T09:00:00+02:00"],
        })
        .optional(),
      retailPrices: retailPrices.optional(),
      unitItems: unitItems
        .describe(
          "What is booked from now on, whole: 1 to 100 lines. Left out: it stays. Tickets that were redeemed stay, and others go; a line with fewer than were redeemed is 409 INVALID_STATE.",
        )
        .optional(),
      resourceItems: resourceItems
        .describe(
          "Whole resources to take from now on. Left out, they stay, but for a change of `unitItems`, which drops them.",
        )
        .optional(),
      participants: participants.optional(),
    })
    .superRefine(oneStartAtMost)
    .superRefine(someOf(changes)),
  refusals: [
    "NOT_FOUND",
    "VALIDATION_FAILED",
    "IN_THE_PAST",
    "NOT_A_DEPARTURE",
    ...refusedParty,
    "VERSION_CONFLICT",
    "CHANNEL_NOT_SUBSCRIBED",
    "ARCHIVED",
    "DEPARTURE_BLOCKED",
    "DEPARTURE_CALLED_OFF",
    "CAPACITY_EXHAUSTED",
    "OVERLOADED",
  ],
  routedBy: "id",
});

const { id: _path, ...changeFields } = updateBooking.input.shape;

/** Answers as `updateBooking` would now, or refuses as it would. Writes nothing. */
export const quoteUpdate = read("bookings.quoteUpdate", {
  input: z
    .object({
      bookingId: reference.describe(
        "Id of a booking to change. With it the body is that of `PATCH /bookings/{id}`.",
      ),
      ...changeFields,
    })
    .superRefine(oneStartAtMost)
    .superRefine(someOf(changes)),
  output: quote,
  refusals: updateBooking.refusals,
});

export const details = optional({
  customer: customer
    .nullable()
    .describe("The customer from now on, free JSON of at most 64 KiB; null for none."),
  notes: notes
    .nullable()
    .describe("Notes for the operator from now on: 1 to 10000 characters; null for none."),
  resellerReference: resellerReference
    .nullable()
    .describe(
      "The reseller's own name of the booking from now on: 1 to 200 characters; null for none.",
    ),
  externalId: externalId
    .nullable()
    .describe(
      "Its name in a system of yours from now on: 1 to 200 characters; null for none. A channel's booking keeps its own: 400 IMMUTABLE_FIELD.",
    ),
  metadata: metadata
    .nullable()
    .describe("A JSON object of your own from now on, at most 16 KiB serialised; null for `{}`."),
});

/**
 * Replaces the fields of a booking that touch neither places nor price, by the token of a fresh read, in every status.
 * Fields that are left out stay. The token is used up even if no field changes.
 */
export const updateDetails = changeBooking("bookings.updateDetails", {
  description:
    "Replaces the customer, the notes, the names and the metadata of a booking, in every status: what you name is replaced whole, null clears it, and what you leave out stays. Price and places stay.",
  repeat: "A repeat is 409 VERSION_CONFLICT, because `updatedAt` has moved on.",
  input: z
    .object({ ...byId.shape, expectedUpdatedAt, ...details })
    .superRefine(someOf(Object.keys(details))),
  refusals: ["NOT_FOUND", "VALIDATION_FAILED", "VERSION_CONFLICT"],
});

export const extendBooking = changeBooking("bookings.extendBooking", {
  description:
    "Holds the places of a live hold until so many minutes from now. It never shortens a hold. A hold of an order is extended with its order alone: 409 INVALID_STATE.",
  repeat: "A repeat counts its minutes from its own arrival.",
  input: byId.extend({
    expirationMinutes: intOf({ min: 1, max: 1_440 }).meta({
      description:
        "The hold lasts at least so many minutes from now: 1 to 1440. It is never shortened.",
      examples: [30],
    }),
  }),
  refusals: ["NOT_FOUND", "INVALID_STATE", "HOLD_EXPIRED", "OVERLOADED"],
});

export const reason = text
  .meta({
    description: "Why, for the operator's records: 1 to 1000 characters.",
    examples: ["The family has changed its plans"],
  })
  .optional();

export const rejectBooking = changeBooking("bookings.rejectBooking", {
  description:
    "Refuses a live booking for the operator's reasons and frees its places. The cancellation cutoff does not apply. One with a redeemed ticket is 409 INVALID_STATE.",
  repeat: "A repeat is 409 INVALID_STATE: read the booking to see that it stands.",
  input: byId.extend({ reason }),
  refusals: ["NOT_FOUND", "INVALID_STATE"],
});

export const cancelBooking = changeBooking("bookings.cancelBooking", {
  description:
    "Cancels a live booking, frees its places and sets `refund` by the `cancellationPolicy` of the booking; a hold is paid back whole. PENDING and CONFIRMED bookings obey the cancellation cutoff, unless a session sends `force`. So does one with a redeemed ticket: 409 INVALID_STATE without it.",
  repeat: "A repeat is 409 INVALID_STATE: read the booking to see that it stands.",
  input: byId
    .extend({
      reason,
      force: z
        .boolean()
        .default(false)
        .describe(
          "True cancels after the cancellation cutoff and with redeemed tickets, too. It needs a user session; a key gets 403.",
        ),
      refundPercent: percent
        .meta({
          description:
            "Percentage of the price to pay back in place of the terms', 0 to 100; only with `force`.",
          examples: [100],
        })
        .optional(),
    })
    .refine(({ force, refundPercent }) => force || refundPercent === undefined, {
      message: "needs force",
      path: ["refundPercent"],
    }),
  refusals: ["SESSION_REQUIRED", "NOT_FOUND", "INVALID_STATE", "CANCELLATION_CUTOFF_PASSED"],
});

/** Answers what `cancelBooking` without force would now, and until when. Writes nothing. */
export const quoteCancellation = readKnown("bookings.quoteCancellation", {
  description:
    "Answers whether the booking may be cancelled now, and what would be paid back. After the cutoff the refund is the one that `force` would give. It writes nothing.",
  input: byId,
  output: component("CancellationQuote", "What a cancellation would come to now.", {
    allowed: boolean("Whether `POST /bookings/{id}/cancel` would cancel now."),
    code: z
      .enum(["INVALID_STATE", "CANCELLATION_CUTOFF_PASSED"])
      .meta({ id: "CancellationRefusal", description: "Why a booking cannot be cancelled." })
      .nullable()
      .describe("Why it would not; null where it would."),
    refundPercent: int("Percentage of the price that would be paid back."),
    refund: int(`What would be paid back, ${moneyText}.`),
    currency: pricingSnapshot.shape.currency,
    currencyPrecision: pricingSnapshot.shape.currencyPrecision,
    validUntil: instant.nullable().meta({
      description:
        "Until when the answer stays so if nobody changes the booking or the cutoff, in UTC; null: for good.",
      examples: ["2027-06-14T09:00:00.000Z"],
    }),
  }),
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

/** Internal, for doctor: the bookings in a live status that name claims, in pages, over every tenant. */
export const listClaimHolders = read("bookings.listClaimHolders", {
  input: z.object({ page }),
  output: paged(
    z.object({
      bookingId: id,
      tenantId: id,
      status: bookingStatus,
      expiresAt: instant.nullable(),
      /** An archived one: the claims that it names may be archived, too. */
      archived: z.boolean().default(false),
      claims: z.array(claimName),
      optionId: id,
      /** The window of its departure. */
      startAt: instant,
      endAt: instant,
      /** The resources that its claims took when they were made. */
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
  output: z.object({
    bookings: count,
    findings: z.array(finding),
    /** Bookings that start later and when nothing departs any more. They stay valid: it is for people to decide on them. */
    unscheduled: z.array(finding),
  }),
});

/**
 * Internal: mends what doctor has found of bookings, and records it. Expires holds that the sweep has
 * left. Claims anew for bookings without places, where there is room. Sends the audit log what is,
 * where it ends otherwise. Looks again first: what is sound by now is left alone.
 */
export const repairBookings = mutation("bookings.repairBookings", {
  input: z.object({ findings: z.array(finding).default([]) }),
  output: z.object({ expired: count, repaired: z.array(finding) }),
});
