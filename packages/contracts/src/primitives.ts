import { z } from "zod";
import { type Action, mutation } from "./action.ts";
import { component, string, nullByDefault, stringOf } from "./schemas.ts";
import { fieldError } from "./field-errors.ts";
import { isVisible } from "./texts.ts";

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Milliseconds of an RFC 3339 text with an offset, or NaN; calendar-checked, never rolled over. */
function parseInstant(text: string): number {
  const match = rfc3339.exec(text);
  if (!match) return Number.NaN;
  const [, year, month, day, hour, minute, second = "00", fraction = "", offset = "Z"] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const milliseconds = fraction.slice(0, 3).padEnd(3, "0");
  const asUtc = Date.parse(`${local}.${milliseconds}Z`);
  // Date.parse rolls some impossible dates over (02-30 becomes 03-02): those are refused.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 19) !== local)
    return Number.NaN;
  return Date.parse(`${local}.${milliseconds}${offset.toUpperCase()}`);
}

/** The form that parsing gives, on a day that every month has: for it no calendar needs to be asked. */
const asAnswered =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** An instant as clients send it: any RFC 3339 form with an offset; parsed to UTC with milliseconds. */
export const instantInput = z
  .string()
  .max(64, { abort: true })
  .transform((text, context) => {
    if (asAnswered.test(text)) return text;
    const milliseconds = parseInstant(text);
    const date = new Date(milliseconds);
    if (Number.isNaN(milliseconds) || !/^\d{4}-/.test(date.toISOString())) {
      context.issues.push({
        code: "invalid_format",
        format: "datetime",
        input: text,
        message: "must be an RFC 3339 date-time with an offset",
      });
      return z.NEVER;
    }
    return date.toISOString();
  })
  .meta({ override: { type: "string", format: "date-time" } });

/** A member of the input of a change that is made only if the record has not changed since it was read. */
export const ifUnchanged = {
  expectedUpdatedAt: instantInput
    .meta({
      description:
        "`updatedAt` of the record as you read it. Where it has changed since, the answer is 409 VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place. Left out, the change is made in any case.",
      examples: ["2027-05-01T10:00:00.000Z"],
    })
    .optional(),
};

/** An instant as we answer it: UTC with milliseconds. */
export const instant = z.string().meta({ format: "date-time" });

export const id = z.string().min(1).max(40);

export const recordId = id.describe("Id of the record: opaque, never changed, used in paths.");
export const tenantId = id.describe("Id of the tenant that the record belongs to.");
export const createdAt = instant.describe("When the record was made, in UTC.");
export const updatedAt = instant.describe(
  "When the record last changed, in UTC; `createdAt` where it never did.",
);
export const deletedAt = instant.nullable().meta({
  description: "When the record was archived, in UTC; null while it is in use.",
  examples: ["2027-11-02T08:15:00.000Z"],
});

const wellFormed = fieldError("INVALID_FORMAT", "must be well-formed Unicode");

/** Text that is kept as it was sent: stored, half of a surrogate pair would be another character. */
export function textOf(bounds: { min?: number; max: number }) {
  return z
    .string()
    .min(bounds.min ?? 1)
    .max(bounds.max)
    .refine((value) => value.isWellFormed(), wellFormed);
}
/** A text that is only compared with others, so it may have any form. */
export const anyText = z.string().min(1).max(1000);
export const text = textOf({ max: 1000 });
/** A name or a label: a person must see something of it. */
export const shownText = text.refine(isVisible, "must have a visible character");
/** An id in a path or a body that names something of ours, of whatever form. */
export const reference = text;
/** Minor units of the currency (1250 = 12.50 in a currency of two decimals). */
export const amount = z.int().min(0);
export const count = z.int().min(0);
/** A count as clients send it: sums and products of such numbers stay exact integers. */
export const countInput = count.max(10_000_000);
export const percent = z.int().min(0).max(100);
export const deleted = component("Deleted", "Answer of every deletion.", {
  deleted: z.literal(true).describe("Always true: the record is deleted, archived or ended."),
});

/** Defines an action that deletes, archives or ends a record: for good, so that a repeat finds none. */
export function deletion<Input extends z.ZodType>(
  name: string,
  definition: Pick<Action<Input>, "description" | "input"> & Partial<Pick<Action, "refusals">>,
) {
  const repeat = "A repeat is 404 NOT_FOUND.";
  return mutation(name, { repeat, output: deleted, refusals: ["NOT_FOUND"], ...definition });
}

/** Any JSON object in answers, where nothing is checked again; a record would drop `__proto__`. */
export const storedJson = z
  .custom<Record<string, unknown>>(isObject, {
    message: "has the wrong type",
    params: { fieldCode: "INVALID_TYPE" },
    abort: true,
  })
  .meta({
    override: { type: "object", propertyNames: { type: "string" }, additionalProperties: {} },
  });

const amounts = z.record(z.string().max(1000), amount);

/**
 * Amounts by ids of ours. zod drops a key named `__proto__`, and a price would vanish in silence. So the key is read as
 * another id that names nothing, and is refused as one.
 */
export const amountsById = storedJson
  .meta({
    override: {
      type: "object",
      propertyNames: { type: "string", maxLength: 1000 },
      additionalProperties: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    },
  })
  .transform((given) =>
    Object.hasOwn(given, "__proto__")
      ? Object.fromEntries(Object.entries(given).map(([key, value]) => [withoutProto(key), value]))
      : given,
  )
  .pipe(amounts);

function withoutProto(key: string): string {
  return key === "__proto__" ? "(__proto__)" : key;
}

/** A JSON object as clients send it, kept as it is; every text and key in it is well-formed. */
export function jsonOf({ bytesMax }: { bytesMax: number }) {
  return storedJson
    .refine(
      (value) => isWithin(JSON.stringify(value), bytesMax),
      fieldError("TOO_BIG", `must be at most ${bytesMax / 1024} KiB`),
    )
    .refine((value) => !loneSurrogate.test(JSON.stringify(value)), wellFormed);
}

/** Any JSON object of at most 64 KiB serialised. */
export const freeJson = jsonOf({ bytesMax: 64 * 1024 });

const ownJson = { ledgerAccount: "4010" };
export const metadata = freeJson.meta({
  description: "A JSON object of your own, at most 64 KiB serialised. A change replaces it whole.",
  examples: [ownJson],
});
export const metadataRecord = storedJson.meta({
  description: "The JSON object of your own, as it was last sent; `{}` where none was.",
  examples: [ownJson],
});

/** JSON.stringify escapes lone surrogates and no others; a backslash of the text's own is doubled. */
const loneSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWithin(json: string, bytesMax: number): boolean {
  // No unit of UTF-16 takes more than three bytes: most texts need not be encoded to be measured.
  return json.length * 3 <= bytesMax || new TextEncoder().encode(json).length <= bytesMax;
}

export const localDate = z
  .string()
  .refine(
    (date) => /^\d{4}-\d{2}-\d{2}$/.test(date) && isCalendarDate(date),
    // Another date is not compared with what is none.
    { ...fieldError("INVALID_FORMAT", "must be a date, YYYY-MM-DD"), abort: true },
  )
  .meta({ format: "date" });

function isCalendarDate(date: string): boolean {
  const milliseconds = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(date);
}

/** The days of a list, local to what it lists; to be refined by `isInOrder`. */
export const dayRange = {
  from: localDate.meta({
    description: "First day, YYYY-MM-DD, inclusive.",
    examples: ["2027-06-01"],
  }),
  to: localDate.meta({
    description: "Last day, YYYY-MM-DD, inclusive, not before `from`.",
    examples: ["2027-06-30"],
  }),
};
export const isInOrder = ({ from, to }: { from: string; to: string }): boolean => from <= to;
export const notInOrder = { message: "must not be before from", path: ["to"] };

export const localTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be HH:mm");

/** MM-DD; 02-29 is a day of every leap year. */
export const monthDay = z
  .string()
  .refine(
    (value) => /^\d{2}-\d{2}$/.test(value) && isCalendarDate(`2024-${value}`),
    fieldError("INVALID_FORMAT", "must be MM-DD"),
  );

/** Local days and times at which something recurs every year. */
export const recurrence = {
  startMonthDay: monthDay.meta({
    description:
      "First day of the period in every year, MM-DD, inclusive. A start after the end spans the turn of the year. 02-29 means 03-01 in years without it.",
    examples: ["04-01"],
  }),
  endMonthDay: monthDay.meta({
    description:
      "Last day of the period in every year, MM-DD, inclusive. 02-29 means 02-28 in years without it.",
    examples: ["10-31"],
  }),
  weekdays: setOf(z.int().min(0).max(6), { min: 1, max: 7 }).meta({
    description:
      "Days of the week on which it applies: 0 is Sunday, 6 is Saturday. 1 to 7 different days; duplicates are merged.",
    examples: [[0, 6]],
  }),
  startTimes: setOf(localTime, { min: 1, max: 288 }).meta({
    description:
      "Local start times, HH:mm, in the product's time zone, else the supplier's. 1 to 288; duplicates are merged.",
    examples: [["09:00", "14:30"]],
  }),
  validFrom: nullByDefault(
    localDate,
    "First local day of all, YYYY-MM-DD, inclusive: the period has no day before it. Null: no such bound. Without `validUntil` either, it recurs every year.",
    ["2028-04-01"],
  ),
  validUntil: nullByDefault(
    localDate,
    "Last local day of all, YYYY-MM-DD, inclusive, not before `validFrom`. Null: no such bound.",
    ["2028-10-31"],
  ),
};

/** Description of the label of a period, of departures or of prices. */
export const periodLabelText = "Name that the operator gives the period; null for none.";

/** Whether a window of local days has any. */
export function isWindow(window: {
  readonly validFrom?: string | null | undefined;
  readonly validUntil?: string | null | undefined;
}): boolean {
  const { validFrom, validUntil } = window;
  return !validFrom || !validUntil || validFrom <= validUntil;
}

/** The error of one that has none. A new one each time, because zod takes the message out of what it is given. */
export const windowError = () => ({
  message: "must not be before validFrom",
  path: ["validUntil"],
  params: { fieldCode: "INVALID_VALUE" } as const,
});

/** The same as it is answered. */
export const recurrenceRecord = {
  startMonthDay: string("First day of the period in every year, MM-DD, inclusive."),
  endMonthDay: string("Last day of the period in every year, MM-DD, inclusive."),
  weekdays: z.array(z.int()).describe("Days of the week, ascending: 0 is Sunday, 6 is Saturday."),
  startTimes: z
    .array(z.string())
    .describe("Local start times, HH:mm, ascending, in the product's zone, else the supplier's."),
  validFrom: nullByDefault(
    z.string(),
    "First local day of all, YYYY-MM-DD, inclusive. Null: no such bound, so every year unless `validUntil` ends it.",
    ["2028-04-01"],
  ),
  validUntil: nullByDefault(
    z.string(),
    "Last local day of all, YYYY-MM-DD, inclusive. Null: no such bound.",
    ["2028-10-31"],
  ),
};

/**
 * A list in which order and repetition mean nothing: sorted and without duplicates, then measured. The document has no
 * `maxItems` for it, because a longer list with duplicates is taken.
 */
export function setOf<Value extends string | number>(
  item: z.ZodType<Value>,
  { min, max }: { min: number; max: number },
) {
  return z
    .array(item)
    .transform((values) => [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1)))
    .pipe(z.array(z.custom<Value>()).min(min).max(max))
    .meta({
      override: ({ jsonSchema }) => {
        if (min > 0) jsonSchema.minItems = min;
      },
    });
}

/** A zone in any spelling that Intl reads; kept by the name that Intl resolves it to, because others read names to the letter. */
export const timezone = text
  .refine((zone) => resolvedZone(zone) !== undefined, "must be an IANA time zone")
  .transform((zone) => resolvedZone(zone) ?? zone);

/** The name that Intl has for a time zone; undefined where it is none. */
export function resolvedZone(zone: string): string | undefined {
  // Intl also takes offsets (+02:00), which are no zones: a name begins with a letter.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** A language tag in any case, with hyphens or underscores; kept in its BCP 47 form. */
export const locale = textOf({ min: 2, max: 1000 })
  .refine((tag) => canonicalLocale(tag) !== undefined, "must be a BCP 47 language tag")
  .transform((tag) => canonicalLocale(tag) ?? tag);

/** The BCP 47 form of a language tag, such as it-IT of it_IT; undefined where it is none. */
export function canonicalLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

/** A whole number that arrives as a query parameter's text or, parsed before, as a number. */
function queryInteger(minimum: number, maximum: number) {
  const integer = z.int().min(minimum).max(maximum);
  return z
    .union([
      integer,
      z
        .string()
        .regex(/^\d{1,16}$/)
        .transform(Number)
        .pipe(integer),
    ])
    .meta({ override: ({ jsonSchema }) => asInteger(jsonSchema, minimum, maximum) });
}

/** A reader of the interface need not know that query parameters arrive as text. */
function asInteger(jsonSchema: Record<string, unknown>, minimum: number, maximum: number): void {
  delete jsonSchema["anyOf"];
  Object.assign(jsonSchema, { type: "integer", minimum, maximum });
}

/** Page size, 1..100. */
export const limit = queryInteger(1, 100).meta({
  description: "How many records a page has at most: 1 to 100.",
  examples: [20],
});
export const auditLimit = queryInteger(1, 200).meta({
  description: "How many entries are answered at most: 1 to 200.",
  examples: [50],
});
export const offset = queryInteger(0, Number.MAX_SAFE_INTEGER).meta({
  description: "How many records are skipped first; 0 by default. It is ignored without `limit`.",
  examples: [0],
});

export const listLimit = limit
  .describe(
    "How many records a page has at most: 1 to 100. With it the answer is `{items, total}`; without it an array of all.",
  )
  .optional();

export const emptyInput = z.object({});

export function optional<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.object(fields).partial().shape;
}

/** Where a list goes on that is read page by page; opaque to clients. */
export const cursor = stringOf({ max: 2000 })
  .describe("`nextCursor` of the page before, unchanged. Left out: the first page.")
  .optional();
/** Where a page says so. */
export const nextCursor = {
  description: "Send it as `cursor` for the next page; null on the last page.",
  examples: ["WyIyMDI3LTA2LTE1VDEwOjAwOjAwLjAwMFoiLCJjdXJzb3IiXQ"],
};
/** A page and where the next one begins; null on the last one. */
export function cursored<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).describe("The records of this page, newest first."),
    nextCursor: z.string().nullable().meta(nextCursor),
  });
}
