import type { z } from "zod";
import { exampleAt } from "./example-at.ts";
import type { FieldError, FieldErrorCode } from "./refusals.ts";

const errorsMax = 50;

/**
 * The errors of the fields, for a problem's `errors`: the first error of each field. Values are never repeated.
 * @param schema the one that parsed the input: its examples show the right form.
 */
export function fieldErrors(
  error: z.ZodError,
  { schema, input }: { schema: z.ZodType; input: unknown },
  place: FieldError["in"] | ((field: string) => FieldError["in"]),
): FieldError[] {
  const first = new Map<string, FieldError>();
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? "");
    const where = typeof place === "string" ? place : place(field);
    const pointer = pointerOf(issue.path, where);
    // zod measures what is not of the right type, too: [] is no text, and shorter than one.
    if (!first.has(pointer))
      first.set(pointer, {
        in: where,
        pointer,
        ...explain(issue, input),
        ...remedyOf(issue, schema),
      });
    if (first.size === errorsMax) break;
  }
  return [...first.values()];
}

/** A query has no structure: what points there is the parameter's name. */
function pointerOf(path: readonly PropertyKey[], where: FieldError["in"]): string {
  if (where === "query") return String(path[0] ?? "#");
  return `#${path.map((key) => `/${escapePointer(String(key))}`).join("")}`;
}

/** RFC 6901. A key of the client's own (a map's) may be long: it names a place, not a value. */
export function escapePointer(key: string): string {
  return key.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The values that are allowed, or one text of the right form. */
function remedyOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
): Pick<FieldError, "allowed" | "example"> {
  if (issue.code === "invalid_value") return { allowed: issue.values.map(String) };
  const isForm = issue.code === "invalid_format" || isFormOfOurs(issue);
  if (!isForm) return {};
  const usual = issue.code === "invalid_format" ? usualExamples[issue.format] : undefined;
  const example = exampleAt(schema, issue.path) ?? usual;
  return example === undefined ? {} : { example };
}

/** Examples for formats, used where a field has no example of its own. */
const usualExamples: Readonly<Record<string, string>> = {
  datetime: "2027-06-01T09:00:00Z",
  email: "marta@example.com",
};

function isFormOfOurs(issue: z.core.$ZodIssue): boolean {
  const code = issue.code === "custom" ? fieldCodeOf(issue) : undefined;
  return code === "INVALID_FORMAT" || code === "INVALID_VALUE";
}

function explain(
  issue: z.core.$ZodIssue,
  input: unknown,
): { code: FieldErrorCode; detail: string } {
  if (isMissing(issue, input)) return { code: "REQUIRED", detail: requiredText(issue) };
  switch (issue.code) {
    case "invalid_type":
    case "invalid_union":
      return { code: "INVALID_TYPE", detail: "has the wrong type" };
    case "too_small":
      return { code: "TOO_SMALL", detail: bound(issue.origin, ">=", issue.minimum) };
    case "too_big":
      return { code: "TOO_BIG", detail: bound(issue.origin, "<=", issue.maximum) };
    case "invalid_format":
      return { code: "INVALID_FORMAT", detail: "has the wrong format" };
    case "custom":
      return { code: fieldCodeOf(issue), detail: issue.message };
    case "invalid_value":
      return isOfType(valueAt(issue.path, input), issue.values)
        ? { code: "INVALID_VALUE", detail: "is not an allowed value" }
        : { code: "INVALID_TYPE", detail: "has the wrong type" };
    case "not_multiple_of":
    case "unrecognized_keys":
    case "invalid_key":
    case "invalid_element":
      return { code: "INVALID_VALUE", detail: "is not an allowed value" };
  }
}

/** Where one of several fields is required, the contract says which ones. */
function requiredText(issue: z.core.$ZodIssue): string {
  return issue.code === "custom" && issue.params?.["fieldCode"] === "REQUIRED"
    ? issue.message
    : "is required";
}

function bound(origin: string, comparison: string, limit: number | bigint): string {
  const what = { string: "length must be", array: "items must be" }[origin] ?? "must be";
  return `${what} ${comparison} ${limit}`;
}

/** The error of a rule of ours. Without it a refusal is INVALID_VALUE. */
export function fieldError(fieldCode: FieldErrorCode, message: string) {
  return { message, params: { fieldCode } };
}

function fieldCodeOf(issue: z.core.$ZodIssueCustom): FieldErrorCode {
  const code: unknown = issue.params?.["fieldCode"];
  return typeof code === "string" ? (code as FieldErrorCode) : "INVALID_VALUE";
}

/** zod does not distinguish a missing field from one of a wrong type: the input does. */
function isMissing(issue: z.core.$ZodIssue, input: unknown): boolean {
  const custom: unknown = issue.code === "custom" ? issue.params?.["fieldCode"] : undefined;
  if (issue.code === "custom" && custom !== "INVALID_TYPE") return custom === "REQUIRED";
  return issue.path.length > 0 && valueAt(issue.path, input) === undefined;
}

/** Null where there is nothing that could have such a field. */
function valueAt(path: readonly PropertyKey[], input: unknown): unknown {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Whether a value is of the type that the allowed ones have; zod does not say it of enums. */
function isOfType(value: unknown, allowed: readonly unknown[]): boolean {
  return allowed.some((each) => typeof each === typeof value);
}
