import { describe, expect, it } from "@jest/globals";
import { availability, bookings, primitives } from "@slipway/contracts";
import { z } from "zod";
import { fieldErrors } from "./field-errors.ts";
import type { FieldError } from "./refusals.ts";

function errorsOf(schema: z.ZodType, input: unknown): unknown[] {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : fieldErrors(parsed.error, { schema, input }, "body");
}

function shown(schema: z.ZodType, example: string): z.ZodType {
  return schema.meta({ examples: [example] });
}

const line = z.object({
  name: z.string().min(2),
  quantity: z.int().min(1).max(5),
  kind: z.enum(["A", "B"]).optional(),
  tags: z.array(z.string()).min(1).optional(),
  at: primitives.instantInput.optional(),
});

describe("field errors", () => {
  const fine = { name: "ab", quantity: 1 };
  it.each([
    ["a missing field", { quantity: 1 }, "#/name", "REQUIRED", "is required"],
    ["a wrong type", { name: 5, quantity: 1 }, "#/name", "INVALID_TYPE", "has the wrong type"],
    ["a float", { name: "ab", quantity: 1.5 }, "#/quantity", "INVALID_TYPE", "has the wrong type"],
    ["too small a number", { name: "ab", quantity: 0 }, "#/quantity", "TOO_SMALL", "must be >= 1"],
    ["too big a number", { name: "ab", quantity: 6 }, "#/quantity", "TOO_BIG", "must be <= 5"],
    ["too short a text", { name: "a", quantity: 1 }, "#/name", "TOO_SMALL", "length must be >= 2"],
    ["an empty list", { ...fine, tags: [] }, "#/tags", "TOO_SMALL", "items must be >= 1"],
    [
      "no allowed value",
      { ...fine, kind: "C" },
      "#/kind",
      "INVALID_VALUE",
      "is not an allowed value",
    ],
    ["a number for a word", { ...fine, kind: 5 }, "#/kind", "INVALID_TYPE", "has the wrong type"],
    ["null for a word", { ...fine, kind: null }, "#/kind", "INVALID_TYPE", "has the wrong type"],
    // It was reported twice: of the wrong type, and shorter than two.
    ["a list for a text", { ...fine, name: [] }, "#/name", "INVALID_TYPE", "has the wrong type"],
    ["no date-time", { ...fine, at: "x" }, "#/at", "INVALID_FORMAT", "has the wrong format"],
  ])("names %s", (_name, input, pointer, code, detail) => {
    const remedies: Record<string, object> = {
      "#/kind": { allowed: ["A", "B"] },
      "#/at": { example: "2027-06-01T09:00:00Z" },
    };
    const remedy = remedies[pointer] ?? {};
    expect(errorsOf(line, input)).toEqual([{ in: "body", pointer, code, detail, ...remedy }]);
  });

  const date = "2027-06-01";
  const shownDate = shown(z.iso.date(), date);
  const instant = "2027-06-01T09:00:00Z";
  const dates = z.array(z.iso.date()).meta({ examples: [[date]] });
  const member = z.object({ at: z.iso.date() }).meta({ examples: [{ at: date }] });
  const map = z.record(z.string(), z.iso.date()).meta({ examples: [{ b: date }] });
  it.each<[string, z.ZodType, unknown, string?]>([
    ["a text", shownDate, "June", date],
    ["what is optional", shownDate.optional(), "x", date],
    ["what has a default", shownDate.default("x"), "x", date],
    ["a check of ours", shown(primitives.localDate, date), "x", date],
    ["a date-time", shown(primitives.instantInput, instant), "x", instant],
    ["an item of a list", dates, ["2027-06-02", "x"], date],
    ["a member", member, { at: "x" }, date],
    ["an amount of a map", map, { a: "x" }],
    ["what has no example", z.iso.date(), "x"],
    ["what is too short, which needs none", shown(z.string().min(2), "ab"), "x"],
  ])("shows the right form of %s", (_name, field, sent, ...[example]) => {
    const [error] = errorsOf(z.object({ field }), { field: sent }) as Partial<FieldError>[];
    const { in: _in, pointer: _pointer, code: _code, detail: _detail, ...rest } = error ?? {};
    expect(rest).toEqual(example === undefined ? {} : { example });
  });

  it("points at a parameter of a query by its name", () => {
    const schema = z.object({ limit: primitives.limit });
    const input = { limit: "0" };
    const { error } = schema.safeParse(input);
    expect(error && fieldErrors(error, { schema, input }, "query")).toMatchObject([
      { in: "query", pointer: "limit", code: "TOO_SMALL" },
    ]);
  });

  it("points into lists and escapes the pointer's own characters", () => {
    const schema = z.object({ prices: z.record(z.string(), z.int()) });
    expect(errorsOf(schema, { prices: { "a/b~c": "x" } })).toMatchObject([
      { pointer: "#/prices/a~1b~0c" },
    ]);
    expect(errorsOf(z.object({ lines: z.array(line) }), { lines: [{ name: "ab" }] })).toMatchObject(
      [{ pointer: "#/lines/0/quantity", code: "REQUIRED" }],
    );
  });

  it("distinguishes free JSON that is missing from what is no object", () => {
    const schema = z.object({ payload: primitives.freeJson });
    const of = (code: string): unknown => [expect.objectContaining({ pointer: "#/payload", code })];
    expect(errorsOf(schema, {})).toEqual(of("REQUIRED"));
    expect(errorsOf(schema, { payload: ["x".repeat(70_000)] })).toEqual(of("INVALID_TYPE"));
    expect(errorsOf(schema, { payload: { x: "x".repeat(70_000) } })).toEqual(of("TOO_BIG"));
  });

  it("compares no end with a start that is none", () => {
    const [from, validFrom, startAt] = ["2028-1-1", "2028-1-1", "9".repeat(65)];
    const faults = (schema: z.ZodType, input: object): unknown[] =>
      errorsOf(schema, input).map((error) => (error as FieldError).pointer);
    const calendar = { optionId: "opt_1", from, to: "2027-01-01" };
    expect(faults(availability.listCalendar.input, calendar)).toEqual(["#/from"]);
    const every = { startMonthDay: "01-01", endMonthDay: "12-31", weekdays: [1] };
    const period = { id: "opt_1", ...every, startTimes: ["09:00"], validUntil: "2027-01-01" };
    expect(faults(availability.createPeriod.input, { ...period, validFrom })).toEqual([
      "#/validFrom",
    ]);
    const block = { productId: "prd_1", startAt, endAt: "2027-01-01T00:00:00Z" };
    expect(faults(availability.createBlock.input, block)).toEqual(["#/startAt"]);
  });

  it("distinguishes two starts from none", () => {
    const order = { optionId: "o", unitItems: [{ unitId: "u", quantity: 1 }] };
    const start = { startAt: "2027-06-01T10:00:00Z" };
    const custom = { customStart: { localDate: "2027-06-01", localTime: "10:00" } };
    const { input } = bookings.createBooking;
    expect(errorsOf(input, { ...order, ...start, ...custom })).toMatchObject([
      { pointer: "#/customStart", code: "MUTUALLY_EXCLUSIVE" },
    ]);
    const noStart = {
      pointer: "#",
      code: "REQUIRED",
      detail: "startAt or customStart is required",
    };
    expect(errorsOf(input, order)).toMatchObject([noStart]);
    expect(errorsOf(input, {})).toMatchObject([
      { pointer: "#/optionId" },
      { pointer: "#/unitItems" },
      noStart,
    ]);
    const change = { id: "b", expectedUpdatedAt: start.startAt };
    expect(errorsOf(bookings.updateBooking.input, change)).toMatchObject([
      { pointer: "#", code: "REQUIRED" },
    ]);
    expect(errorsOf(input, { ...order, ...start })).toEqual([]);
  });
});
