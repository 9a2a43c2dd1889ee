import type { z } from "zod";

type KeptValue<Field, Value> = Field extends `${string}At`
  ? Exclude<Value, string> | Date
  : Value extends readonly (infer Item)[]
    ? readonly Item[]
    : Value;

/** A record as it is kept: each instant is a date. */
export type Kept<Answer> = {
  readonly [Field in keyof Answer]: KeptValue<Field, Answer[Field]>;
};

/** The record as it is answered: the fields of this form, in its order, each instant as text. Throws where one is missing. */
export function answerOf<Form extends z.ZodObject>(
  form: Form,
  record: Kept<z.output<Form>>,
): z.output<Form> {
  const kept: Readonly<Record<string, unknown>> = record;
  const fields = Object.keys(form.shape).map((field) => {
    const value = kept[field];
    if (value === undefined) throw new TypeError(`the record has no ${field}`);
    return [field, field.endsWith("At") && value !== null ? isoOf(value as Date) : value];
  });
  return Object.fromEntries(fields) as z.output<Form>;
}

function isoOf(instant: Date): string {
  return instant.toISOString();
}
