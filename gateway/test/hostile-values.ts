/** Values that JSON schemas allow, among them those that programs stumble over. */
import fc from "fast-check";

export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Ids and times that a client may know of existing records. */
export interface Known {
  readonly ids: readonly string[];
  readonly instants: readonly string[];
}

type Values = fc.Arbitrary<unknown>;

/** Stands for the number 1e999 until `textOf` writes it: no number of ours is written like that. */
const huge = "1e999";

const keys = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "prototype", "toString", "tenantId", "_id", "id"),
  fc.constantFrom("$where", "$ne", "$set", "a.b", ".", "$", "", "\u0000", "\ud800", "0", "-1"),
);

const texts = fc.oneof(
  keys,
  fc.constantFrom("NaN", "null", "true", "-0", "1e999", "0x10", " ", "\t\n", "\udc00\ud800"),
  fc.constantFrom("\u202eabc", "e\u0301", "\ufeff", "İıſK", "(((((", "[a-", "\\", ".*.*.*.*$"),
  fc.constantFrom("x".repeat(200), "x".repeat(1_000), "\u{1f6a2}".repeat(500), "é".repeat(9_999)),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 20 }),
);

const instants = fc.oneof(
  fc.constantFrom("0001-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z"),
  fc.constantFrom(
    "9999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59-14:00",
    "0000-01-01T00:00:00+23:59",
  ),
  fc.constantFrom("2024-02-29T23:59:59+14:00", "2027-03-28T02:30:00.1234567890123Z"),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

const dates = fc.oneof(
  fc.constantFrom("0000-01-01", "0001-01-01", "9999-12-31", "2028-02-29", "2027-02-29"),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
);

/** Nobody is reached at any of them. */
const addresses = fc.constantFrom(
  "http://127.0.0.1:9/hook",
  "https://nobody.invalid/",
  "http://[::1]:9/%00?a=b#c",
  "https://user:secret@nobody.invalid/",
  "http://2130706433:9/",
  "ftp://nobody.invalid/",
  "mailto:nobody@nobody.invalid",
  "data:,",
  `http://nobody.invalid/${"x".repeat(1_500)}`,
);

/** Where the schema says "text" and the service asks for more; now and then it gets it. */
const wellFormed: Readonly<Record<string, readonly string[]>> = {
  timezone: ["Etc/UTC", "Europe/Rome", "Pacific/Apia"],
  startMonthDay: ["01-01", "02-29", "12-31"],
  endMonthDay: ["01-01", "02-29", "12-31"],
  scopes: ["*", "bookings:read", "bookings:write"],
};

/** JSON of any form, not too deep. */
export const anyJson: Values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 0.5, 2 ** 53, 5e-324, -1e308, huge),
    texts,
    fc.oneof(instants, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.array(tie("value"), { maxLength: 3 }),
    dictionary(keys, tie("value"), 3),
  ),
})).value;

/** Values that a schema allows; where a service asks for more than the schema says, also others. */
export function valuesOf(schema: Schema, known: Known, name = ""): Values {
  const { anyOf, type } = schema;
  if (anyOf) return fc.oneof(...anyOf.map((each) => valuesOf(each, known, name)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (String(type)) {
    case "string":
      return textsOf(schema, known, name);
    case "integer":
      return integersOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return arraysOf(schema, known, name);
    case "object":
      return schema.properties ? recordsOf(schema, known) : mapsOf(schema, known);
    default:
      return anyJson;
  }
}

/** The text of a JSON value, with the number 1e999 where the value says so. */
export function textOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${huge}"`, huge);
}

function textsOf(schema: Schema, known: Known, name: string): Values {
  const { minLength = 0, maxLength = 20_000, pattern } = schema;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: 40 });
  if (schema.format === "date-time") return fc.oneof(fc.constantFrom(...known.instants), instants);
  if (schema.format === "date") return dates;
  if (schema.format === "uri") return addresses;
  const fitting = texts.filter((text) => text.length >= minLength && text.length <= maxLength);
  const ids = fc.constantFrom(...known.ids);
  const words = wellFormed[name];
  if (words) return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, fitting);
  return name.endsWith("Id") ? fc.oneof({ weight: 3, arbitrary: ids }, fitting) : fitting;
}

function integersOf({ minimum: min = -(2 ** 53) + 1, maximum: max = 2 ** 53 - 1 }: Schema): Values {
  return fc.oneof(
    fc.constantFrom(min, max),
    fc.integer({ min, max }),
    fc.integer({ min, max: Math.min(max, min + 10) }),
  );
}

function arraysOf({ items = {}, minItems = 0, maxItems = 3 }: Schema, known: Known, name: string) {
  const maxLength = Math.max(minItems, Math.min(maxItems, 3));
  return fc.array(valuesOf(items, known, name), { minLength: minItems, maxLength });
}

function mapsOf({ additionalProperties = {}, propertyNames = {} }: Schema, known: Known): Values {
  const { maxLength = 20_000 } = propertyNames;
  const names = fc
    .oneof(fc.constantFrom(...known.ids), texts)
    .filter((text) => text.length <= maxLength);
  const values = typeof additionalProperties === "object" ? additionalProperties : {};
  return dictionary(names, valuesOf(values, known), 4);
}

function recordsOf({ properties = {}, required = [], minProperties = 0 }: Schema, known: Known) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, known, name)]),
  );
  return fc
    .record(fields, { requiredKeys: [...required] })
    .filter((record) => Object.keys(record).length >= minProperties);
}

/** Objects whose keys may be any: `fromEntries` makes a field of `__proto__`. */
function dictionary(
  names: fc.Arbitrary<string>,
  values: Values,
  maxLength: number,
): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .array(fc.tuple(names, values), { maxLength })
    .map((entries) => Object.fromEntries(entries));
}
