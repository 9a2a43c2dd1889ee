/** Schemas with the words that the API reference says of them. */
import { z } from "zod";

/** An object that the document lists among its schemas, under this name. */
export function component<Shape extends z.ZodRawShape>(
  id: string,
  description: `${string}.`,
  shape: Shape,
) {
  return z.object(shape).meta({ id, description });
}

/** A text as clients send it, of any form. */
export const stringOf = ({ max }: { max: number }) => z.string().min(1).max(max);
/** A whole number as clients send it. */
export const intOf = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);

// Members of answers, which nothing is checked of but the type.

export const string = (description: string, examples?: string[]) =>
  z.string().meta(wordsOf(description, examples));
export const stringOrNull = (description: string, examples?: (string | null)[]) =>
  z.string().nullable().meta(wordsOf(description, examples));
export const int = (description: string, examples?: number[]) =>
  z.int().meta(wordsOf(description, examples));
export const intOrNull = (description: string, examples?: (number | null)[]) =>
  z.int().nullable().meta(wordsOf(description, examples));
export const boolean = (description: string) => z.boolean().describe(description);

/** A member that is null where nothing was said. */
export const nullByDefault = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  examples?: unknown[],
) => z.nullable(schema).default(null).meta(wordsOf(description, examples));

function wordsOf(description: string, examples?: unknown[]) {
  return examples === undefined ? { description } : { description, examples };
}
