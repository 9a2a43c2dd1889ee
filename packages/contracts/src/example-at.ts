/** Examples of fields, as contracts have them for the reference. */
import type { z } from "zod";

/** The example of the field that a path leads to, where it is a text; of an item that of its list. */
export function exampleAt(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let at: z.core.$ZodType | undefined = schema;
  let example: unknown = exampleOf(at);
  for (const key of path) {
    at = at && childOf(at, key);
    example = (at && exampleOf(at)) ?? memberOf(example, key);
  }
  return typeof example === "string" ? example : undefined;
}

/** Its own, or that of what it wraps. */
function exampleOf(schema: z.core.$ZodType): unknown {
  for (let each: z.core.$ZodType | undefined = schema; each; each = wrappedBy(each)) {
    const { examples } = (each as z.ZodType).meta() ?? {};
    if (Array.isArray(examples) && examples.length > 0) return examples[0];
  }
  return undefined;
}

/** The schema inside one that is optional, nullable, has a default, or is a pipe. */
function wrappedBy(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  if ("innerType" in def) return def.innerType;
  return def.type === "pipe" ? def.in : undefined;
}

function childOf(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  if (def.type === "object")
    return Object.hasOwn(def.shape, key) ? def.shape[String(key)] : undefined;
  if (def.type === "array") return def.element;
  if (def.type === "record") return def.valueType;
  const wrapped = wrappedBy(schema);
  return wrapped && childOf(wrapped, key);
}

/** The example of a member. A list answers its first item: the example may be shorter than the list that was sent. */
function memberOf(example: unknown, key: PropertyKey): unknown {
  if (Array.isArray(example)) return example[0] as unknown;
  return typeof example === "object" && example !== null
    ? (example as Record<PropertyKey, unknown>)[key]
    : undefined;
}
