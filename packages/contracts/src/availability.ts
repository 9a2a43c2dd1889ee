import { z } from "zod";
import {
  component,
  stringOrNull,
  boolean,
  string,
  int,
  intOrNull,
  nullByDefault,
  intOf,
} from "./schemas.ts";
import { fieldError } from "./field-errors.ts";
import { mutation, read, readKnown } from "./action.ts";
import { page, paged } from "./bus-page.ts";
import { pricesInput, pricingPer } from "./catalog.ts";
import { versionsMax } from "./reference-cache.ts";
import { runs } from "./resources-capacity.ts";
import {
  count,
  createdAt,
  dayRange,
  deletion,
  id,
  ifUnchanged,
  instant,
  isInOrder,
  isWindow,
  instantInput,
  localDate,
  localTime,
  notInOrder,
  optional,
  recordId,
  recurrence,
  recurrenceRecord,
  reference,
  setOf,
  tenantId,
  shownText,
  text,
  textOf,
  updatedAt,
  windowError,
  periodLabelText,
} from "./primitives.ts";

export const availabilityPeriod = component(
  "AvailabilityPeriod",
  "Local days and times at which an option departs, every year or in the years of its window.",
  {
    id: recordId,
    tenantId,
    optionId: id.describe("Id of the option that departs then."),
    ...recurrenceRecord,
    exceptDates: z
      .array(z.string())
      .default([])
      .meta({
        description:
          "Local days on which this period gives no departure, YYYY-MM-DD, ascending. Another period may.",
        examples: [["2028-08-15"]],
      }),
    label: stringOrNull(periodLabelText),
    active: boolean("False once the period was deactivated: it gives no more departures."),
    createdAt,
    updatedAt,
    /** Legacy members: read prices from the pricing periods. */
    pricingBasis: stringOrNull(
      "Legacy: `pricingPer` of the option. Read prices from its pricing periods.",
    ),
    currency: string("Legacy: currency of the tenant. Read prices from the pricing periods."),
    prices: z
      .array(z.unknown())
      .max(0)
      .meta({
        description: "Legacy: always empty. Read prices from the pricing periods.",
        examples: [[]],
      }),
  },
);

export const availabilityBlock = component(
  "AvailabilityBlock",
  "A time in which no new booking of a product is made. Existing bookings stay.",
  {
    id: recordId,
    tenantId,
    productId: id.describe("Id of the product that is not sold meanwhile."),
    startAt: instant.describe("First instant that is blocked, in UTC."),
    endAt: instant.describe("First instant that is not blocked any more, in UTC."),
    note: stringOrNull(
      "Why it is blocked, in the operator's words; null where no note was given.",
      ["The engine is overhauled"],
    ),
    createdAt,
  },
);

const retailText = "in minor units: 1250 is 12.50 in a currency of two decimals.";

const departurePrices = component(
  "DeparturePrices",
  "Prices of one departure. A booking of the same party costs as much; UNIT: without added taxes and fees.",
  {
    currency: string("ISO 4217 code of the currency."),
    currencyPrecision: int("Decimals of the currency: 2 for EUR, 0 for JPY."),
    pricingPer,
    units: z
      .array(
        component("UnitPrice", "What a unit costs at a departure.", {
          unitId: id.describe("Id of the unit that has this price."),
          retail: int(
            `UNIT: what one of it costs alone, without added taxes and fees. RESOURCE and BOOKING: what its smallest party costs in all, with them. It is ${retailText}`,
          ),
        }),
      )
      .describe(
        "Units that are sold, in the order in which they were made. One without a price is left out.",
      ),
    from: intOrNull(
      `The lowest \`retail\` of the units; null where none has a price. It is ${retailText}`,
    ),
  },
);

export const availabilityEntry = component(
  "AvailabilityEntry",
  "One departure of an option and its free places.",
  {
    optionId: id.describe("Id of the option that departs."),
    startAt: instant.describe(
      "When the departure starts, in UTC. With the option it names the departure.",
    ),
    endAt: instant.nullable().describe("When it ends, in UTC; null for an option of no duration."),
    timezone: string("IANA time zone in which it departs: the product's, else the supplier's."),
    localStartAt: z.string().meta({
      format: "date-time",
      description: "When it starts, in that time zone and with its offset at that instant.",
    }),
    localEndAt: z.string().nullable().meta({
      format: "date-time",
      description: "When it ends, in that time zone; null for an option of no duration.",
    }),
    cutoffAt: instant.describe(
      "When sales of the departure end, in UTC. `available` does not look at it.",
    ),
    maxUnits: intOrNull("Most units that one booking can have now; null: no limit."),
    manual: boolean("True where a booking with `customStart` made the departure."),
    available: boolean(
      "Whether the smallest party could book: in the future, neither blocked nor called off, with room.",
    ),
    runs: nullByDefault(
      runs,
      "What was decided of the departure; null: nothing was, and it is sold as usual.",
      [null],
    ),
    capacity: intOrNull("Travellers that fit the departure when it is empty; null: no limit."),
    vacancies: intOrNull(
      "Travellers of the largest party that one more booking could have; null: no limit. It counts free places alone: `available` says whether they are sold, which they are not where the departure is blocked or called off.",
    ),
    resources: z
      .array(
        component("ResourceVacancies", "Free places of one resource at a departure.", {
          resourceId: id.describe("Id of a resource that the option needs."),
          vacancies: int("Free places of the resource at this departure."),
        }),
      )
      .describe("Free places by resource; absent where the option needs none.")
      .optional(),
    prices: departurePrices
      .describe("What it costs at its present rates; there only with `include=prices`.")
      .optional(),
  },
);

const optionById = z.object({ id: reference.describe("Id of the option.") });

/** Options whose start times one call answers. */
export const startTimesOptionsMax = 2_000;

/** Internal: the local times at which options depart, of those that have an active period. */
export const listStartTimes = read("availability.listStartTimes", {
  input: z.object({ optionIds: z.array(reference).max(startTimesOptionsMax) }),
  /** In no order; the times of each, as HH:mm, ascending. */
  output: z.object({
    options: z.array(z.object({ optionId: id, startTimes: z.array(z.string()) })),
  }),
});

const exceptDates = setOf(localDate, { min: 0, max: 366 }).meta({
  description:
    "Local days, YYYY-MM-DD, on which this period gives no departure; another one may. At most 366; duplicates are merged.",
  examples: [["2028-08-15"]],
});
const label = shownText.nullable().meta({
  description: periodLabelText,
  examples: ["Summer timetable"],
});

export const createPeriod = mutation("availability.createPeriod", {
  description:
    "Adds days and times at which the option departs, every year or in the years of a window. A day counts if month and day, weekday and window all hold. One extra day is a period whose window is that day. The option must have a linked resource. Periods that overlap give one departure.",
  repeat: "Each call adds another period.",
  input: z
    .object({
      ...optionById.shape,
      ...recurrence,
      exceptDates: exceptDates.default([]),
      label: label.default(null),
    })
    .refine(isWindow, windowError()),
  output: availabilityPeriod,
  refusals: ["NOT_FOUND", "NO_LINKED_RESOURCE", "ARCHIVED", "QUOTA_EXCEEDED"],
});

/** A local date-time. One with an offset or with seconds has a date and a time as well, but is refused by its part. */
const localDateTime = z
  .string()
  .max(64)
  .refine(
    isLocalDateTime,
    fieldError("INVALID_FORMAT", "must be a local date-time, YYYY-MM-DDTHH:mm"),
  );

function isLocalDateTime(value: string): boolean {
  const [, date = "", time = ""] =
    /^((?:19[7-9]|[2-8]\d\d)\d-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?$/.exec(value) ??
    [];
  return localDate.safeParse(date).success && localTime.safeParse(time).success;
}

export const importPeriods = mutation("availability.importPeriods", {
  description:
    "Adds the periods that give the departures of a recurrence rule (RFC 5545), all of them or none. The rule is DAILY or WEEKLY and may have BYDAY, BYHOUR, BYMINUTE, BYMONTH and UNTIL, and lines with EXDATE and RDATE beside it. The days of `dtstart` and UNTIL become `validFrom` and `validUntil`, and EXDATE becomes `exceptDates`. Each day of RDATE is a period of that day. Rule and periods are expanded and compared, two years from the start on and the last year. Times are local: one that a change of the clocks skips moves forward, and one that occurs twice is the first.",
  repeat: "Each call adds the periods once more. Periods that overlap give one departure.",
  input: z.object({
    ...optionById.shape,
    rrule: textOf({ max: 8_000 }).meta({
      description:
        "The rule, with or without `RRULE:` before it, and lines with EXDATE and RDATE, which are local or in UTC: 1 to 8000 characters. One that no period can say is 400 RULE_NOT_REPRESENTABLE, and `detail` names the part.",
      examples: ["FREQ=WEEKLY;BYDAY=SA,SU;BYHOUR=9,14;BYMINUTE=0;UNTIL=20270831T235900"],
    }),
    dtstart: localDateTime.meta({
      description:
        "Start of the rule, a local date-time without an offset: YYYY-MM-DDTHH:mm, in the product's zone, else the supplier's. It gives the time, and for a week the day, that the rule leaves out.",
      examples: ["2027-06-01T09:00"],
    }),
    label: label.default(null),
  }),
  output: z.array(availabilityPeriod),
  refusals: [
    "VALIDATION_FAILED",
    "NOT_FOUND",
    "RULE_NOT_REPRESENTABLE",
    "NO_LINKED_RESOURCE",
    "ARCHIVED",
    "QUOTA_EXCEEDED",
  ],
});

export const listPeriods = readKnown("availability.listPeriods", {
  description: "Availability periods of the option: active ones, unless `active` is `false`.",
  input: z.object({
    ...optionById.shape,
    active: z
      .enum(["true", "false"])
      .meta({ id: "PeriodActivity", description: "Whether a period gives departures." })
      .default("true")
      .describe("`true` lists the periods that give departures, `false` the deactivated ones."),
    page,
  }),
  output: paged(availabilityPeriod),
});

export const deactivatePeriod = deletion("availability.deactivatePeriod", {
  description:
    "Ends the departures that the period gives. Existing bookings and their places stay.",
  input: optionById.extend({ periodId: reference.describe("Id of the availability period.") }),
});

export const updatePeriod = mutation("availability.updatePeriod", {
  description:
    "Changes the name, the window or the excepted days of an active period. Bookings of a departure that vanishes stay, and so do their places.",
  repeat: "A repeat changes nothing and answers the period as it is.",
  input: z
    .object({
      ...optionById.shape,
      ...ifUnchanged,
      periodId: reference.describe("Id of the availability period."),
      label: label.optional(),
      validFrom: recurrence.validFrom
        .unwrap()
        .optional()
        .meta({ ...recurrence.validFrom.meta() }),
      validUntil: recurrence.validUntil
        .unwrap()
        .optional()
        .meta({ ...recurrence.validUntil.meta() }),
      exceptDates: exceptDates.optional(),
    })
    .refine(isWindow, windowError()),
  output: availabilityPeriod,
  refusals: ["VALIDATION_FAILED", "NOT_FOUND", "INVALID_STATE", "VERSION_CONFLICT"],
});

/** Most days that a change of a season is looked at. */
const quotedDaysMax = 400;
/** Most start times of all periods that a quote adds: so its text, and the work on it, is bounded. */
const quotedTimesMax = 5_000;

const startList = z.array(z.string().meta({ format: "date-time" }));

export const quotePeriods = read("availability.quotePeriods", {
  description:
    "Says what a change of an option's availability periods would do to its departures. Nothing is changed. Departures that bookings with `customStart` made stay in any case. Bookings of a departure that vanishes stay, too; `GET /bookings` lists them by option and start. There may be at most 20 000 departures, before and after the change together. More are refused, and the `detail` says how many days would do.",
  input: z.object({
    ...optionById.shape,
    add: z
      .array(
        z
          .object({ ...recurrence, exceptDates: exceptDates.default([]) })
          .refine(isWindow, windowError())
          .meta({
            id: "QuotedPeriod",
            description:
              "Local days and times at which an option would depart, every year or in the years of its window.",
          }),
      )
      .max(100)
      .refine(
        (periods) => timesIn(periods) <= quotedTimesMax,
        fieldError("TOO_BIG", `must have at most ${quotedTimesMax} start times together`),
      )
      .default([])
      .describe(
        `Periods that the option would get, at most 100 with ${quotedTimesMax} start times together. Left out: none.`,
      ),
    remove: z
      .array(reference)
      .max(1_000)
      .default([])
      .meta({
        description:
          "Ids of active periods of the option that would be deactivated, at most 1000. Left out: none.",
        examples: [["avp_01980a7c55d27c3f8a1f5b0d6f0f4b11"]],
      }),
    from: instantInput
      .describe(
        "From when departures are looked at: RFC 3339 with an offset. Left out: from now on.",
      )
      .optional(),
    days: intOf({ min: 1, max: quotedDaysMax })
      .default(366)
      .meta({
        description: `How many days from then on are looked at: 1 to ${quotedDaysMax}, else 366.`,
        examples: [366],
      }),
  }),
  output: component(
    "PeriodsQuote",
    "What a change of availability periods would do to departures.",
    {
      from: instant.describe("From when departures are looked at, in UTC."),
      to: instant.describe("Until when, in UTC, inclusive."),
      appearCount: count.describe("Departures that there would be in addition."),
      vanishCount: count.describe("Departures that there would be no more."),
      stayCount: count.describe("Departures that there are and would be."),
      appear: startList.meta({
        description: "When the additional departures would start, ascending, in UTC.",
        examples: [["2027-06-02T07:00:00.000Z"]],
      }),
      vanish: startList.meta({
        description: "When those that would vanish start, ascending, in UTC.",
        examples: [["2027-06-05T07:00:00.000Z"]],
      }),
    },
  ),
  refusals: ["NOT_FOUND", "RANGE_TOO_LARGE"],
});

const shownPrice = z.int().nullable();

/** Reads periods, prices and departures as they are now; nothing is written. */
export const quotePrices = read("availability.quotePrices", {
  description:
    "Says what a change of an option's prices would do. Nothing is changed. It answers the local days, from now on, whose lowest price would be another one. There may be at most 20 000 departures. More are refused, and the `detail` says how many days would do.",
  input: pricesInput.extend({
    days: intOf({ min: 1, max: quotedDaysMax })
      .default(quotedDaysMax)
      .meta({
        description: `How many days from now on are looked at: 1 to ${quotedDaysMax}. Left out: ${quotedDaysMax}.`,
        examples: [400],
      }),
  }),
  output: component("PricesQuote", "Effect of changed prices, day by day.", {
    days: z
      .array(
        component("PriceChange", "A day whose lowest price would change.", {
          date: z.string().meta({
            format: "date",
            description: "A day on which the option departs, YYYY-MM-DD, in its time zone.",
          }),
          before: shownPrice.describe(
            `The lowest price of its departures now; null where none has a price. It is ${retailText}`,
          ),
          after: shownPrice.describe("The lowest price after the change; null for none."),
        }),
      )
      .describe("Only days that would differ, ascending."),
  }),
  refusals: ["NOT_FOUND", "UNKNOWN_UNIT", "RANGE_TOO_LARGE"],
});

function timesIn(periods: readonly { readonly startTimes: readonly string[] }[]): number {
  return periods.reduce((sum, { startTimes }) => sum + startTimes.length, 0);
}

const range = {
  from: instantInput.describe("Start of the range, inclusive: RFC 3339 with an offset."),
  to: instantInput.describe(
    "End of the range, inclusive, not before `from`: RFC 3339 with an offset.",
  ),
};

/** Most options of one answer. */
export const optionsMax = 50;

/** The owner of the departures: one of the three fields. */
const whose = optional({
  optionId: textOf({ max: 50 * optionsMax })
    .refine(areReferences, "must be ids with commas between them")
    .describe(
      `Id of the option, or several ids separated by commas, at most ${optionsMax}. Either this or \`productId\` or \`supplierId\`.`,
    ),
  productId: reference.describe(
    `All options of this product, at most ${optionsMax}. Not beside \`optionId\`.`,
  ),
  supplierId: reference.describe(
    `All options of this supplier, at most ${optionsMax}. Not beside the other two.`,
  ),
});

/** Each could name something: what is refused further on would be called a fault of a body. */
function areReferences(ids: string): boolean {
  return ids.split(",").every((each) => reference.safeParse(each).success);
}

/** One of them is there; reported beside what is wrong with other fields. */
const someWhose = {
  path: ["optionId"],
  message: "optionId, productId or supplierId is required",
  params: { fieldCode: "REQUIRED" },
  when: () => true,
};

function hasWhose(value: Partial<Record<keyof typeof whose, unknown>>): boolean {
  return (value.optionId ?? value.productId ?? value.supplierId) !== undefined;
}

/** At most one of them. */
function oneWhose(
  value: Partial<Record<keyof typeof whose, unknown>>,
  context: z.RefinementCtx,
): void {
  const given = (["optionId", "productId", "supplierId"] as const).filter(
    (field) => value[field] !== undefined,
  );
  for (const field of given.slice(1))
    context.addIssue({
      code: "custom",
      path: [field],
      message: `${given[0]} and ${field} exclude each other`,
      params: { fieldCode: "MUTUALLY_EXCLUSIVE" },
    });
}

export const listAvailability = read("availability.listAvailability", {
  description:
    "Departures between two instants, by start and then by option, with their free places. It reserves nothing and does not look at the booking cutoff. One option may be asked for 400 days. Several, or those of a product or supplier, for 31. An answer has at most 20 000 departures. A longer one is refused, and the `detail` says how many days would do.",
  input: z
    .object({
      ...whose,
      ...range,
      include: z
        .enum(["prices"])
        .meta({ id: "AvailabilityInclude", description: "What each departure is answered with." })
        .describe("`prices` adds to each departure what it costs. Left out: no prices.")
        .optional(),
      page,
    })
    .refine(isInOrder, notInOrder)
    .refine(hasWhose, someWhose)
    .superRefine(oneWhose),
  output: paged(availabilityEntry),
  refusals: ["NOT_FOUND", "RANGE_TOO_LARGE"],
  built: true,
});

export const calendarDay = component(
  "CalendarDay",
  "The departures of an option on one local day.",
  {
    date: z.string().meta({
      format: "date",
      description: "The day, YYYY-MM-DD, in the time zone of the product, else of the supplier.",
    }),
    optionId: id.describe("Id of the option that departs on that day."),
    departures: count.describe("Departures of the option on that day, those that are over too."),
    available: boolean("Whether the smallest party could book any of them."),
    vacancies: intOrNull("The largest `vacancies` of these departures; null: no limit."),
    capacity: intOrNull("The largest `capacity` of these departures; null: no limit."),
    priceFrom: intOrNull(
      `The lowest price of these departures, as \`prices.from\` has it; null where none has a price. It is ${retailText}`,
    ),
  },
);

export const listCalendar = read("availability.listCalendar", {
  description:
    "Days on which options depart, by date and then by option, with what is free and the lowest price. Days without a departure are left out. Dates are local to each product's time zone. The range is at most 400 days, and its days have at most 20 000 departures. A longer one is refused, and the `detail` says how many days would do.",
  input: z
    .object({
      ...whose,
      ...dayRange,
      page,
    })
    .refine(isInOrder, notInOrder)
    .refine(hasWhose, someWhose)
    .superRefine(oneWhose),
  output: paged(calendarDay),
  refusals: ["NOT_FOUND", "RANGE_TOO_LARGE"],
  built: true,
});

/** Instants that one question about departures may name. */
export const startsMax = 200;

const quotedDeparture = z.object({
  departure: availabilityEntry.omit({ resources: true }),
  /** The first refusal that a booking of the party would get now; null: it would be sold. */
  refusal: z.string().nullable(),
  /** Fewer places are left than the party needs, whatever else refuses it. */
  isSoldOut: z.boolean(),
  /** The party's total price in minor units; null without a party, or where it has no price. */
  retail: z.int().nullable(),
  /**
   * The taxes in it, or without a party in the price of the first unit's smallest one. Left out where the option has no
   * charges, and where no price is asked for or one price buys one unit.
   */
  taxes: z.array(z.object({ name: z.string(), amount: z.int() })).optional(),
});

/**
 * Internal: departures to come of an option, each with whether and at what price a party could be sold
 * there, by the rules of a sale. Without a party: whether anybody could. By start, in pages.
 * A channel gets those of its supplier. UNKNOWN_UNIT points at the first such `party/<index>/unitId`.
 */
export const quoteDepartures = read("availability.quoteDepartures", {
  input: z
    .object({
      optionId: reference,
      /** NOT_FOUND unless the option is one of this product that resellers see. */
      productId: reference.optional(),
      /** Local days of the product's zone, both included; at most 400. */
      days: z.object({ from: localDate, to: localDate }).refine(isInOrder, notInOrder).optional(),
      /** Starts to read; those that are no coming departures are left out of the answer. */
      starts: z.array(instantInput).max(startsMax).optional(),
      party: z
        .array(z.object({ unitId: reference, quantity: z.int().min(1).max(100_000) }))
        .min(1)
        .max(100)
        .optional(),
      /** Adds prices of units, with a party those for its size. */
      include: z.enum(["prices"]).optional(),
      page,
    })
    .refine(({ days, starts }) => (days === undefined) !== (starts === undefined), {
      message: "either days or starts",
      path: ["days"],
    }),
  output: paged(quotedDeparture),
  refusals: ["NOT_FOUND", "UNKNOWN_UNIT", "RANGE_TOO_LARGE"],
  built: true,
});

export const createBlock = mutation("availability.createBlock", {
  description:
    "Stops new bookings of the product for departures that start in the range. Existing bookings stay.",
  repeat: "Each call adds another block; one is enough.",
  input: z
    .object({
      productId: reference.describe("Id of the product that is not sold meanwhile."),
      startAt: instantInput.describe("First instant that is blocked: RFC 3339 with an offset."),
      endAt: instantInput.describe("First instant not blocked any more, after `startAt`."),
      note: nullByDefault(
        text,
        "Why it is blocked, for your own staff, 1 to 1000 characters; null for none.",
        ["The engine is overhauled"],
      ),
    })
    .refine((block) => block.startAt < block.endAt, {
      message: "must be after startAt",
      path: ["endAt"],
    }),
  output: availabilityBlock,
  refusals: ["NOT_FOUND", "ARCHIVED", "QUOTA_EXCEEDED"],
});

export const listBlocks = read("availability.listBlocks", {
  description: "Blocks that overlap the range, by start, of every product.",
  input: z.object({ ...range, page }).refine(isInOrder, notInOrder),
  output: paged(availabilityBlock),
});

/** Internal: by it the gateway finds a block's product. */
export const getBlock = readKnown("availability.getBlock", {
  input: z.object({ id: reference }),
  output: availabilityBlock,
});

export const deleteBlock = deletion("availability.deleteBlock", {
  description: "Lets the product be booked again in that range.",
  input: z.object({ id: reference.describe("Id of the availability block.") }),
});

/** Internal: what decides whether an option departs at an instant and may be sold. Bookings keeps it under a lease. */
export const getSellingFacts = read("availability.getSellingFacts", {
  input: z.object({ optionId: id, productId: id }),
  output: z.object({
    periods: z.array(
      z.object({ ...recurrenceRecord, exceptDates: z.array(z.string()).default([]) }),
    ),
    /** Blocks of the product that are not over. */
    blocks: z.array(z.object({ startAt: instant, endAt: instant })),
    /** The version of the answer: it changes whenever a period or a block comes or goes. */
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

/**
 * Internal: those of these starts at which `GET /availability` has no departure of the option. All of them where the option is
 * deleted, or its product archived.
 */
export const listMissingStarts = read("availability.listMissingStarts", {
  input: z.object({
    optionId: id,
    /** Milliseconds. */
    starts: z.array(z.int()).min(1).max(2000),
  }),
  output: z.object({ starts: z.array(z.int()) }),
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
