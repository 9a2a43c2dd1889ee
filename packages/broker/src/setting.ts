/** Settings by the names of the environment: each has its schema, and beside it what an operator reads about it. */
import assert from "node:assert";
import { z } from "zod";

/** Settings by the names of the environment. What reads them checks them where a process begins. */
export type Settings = Readonly<Record<string, string | undefined>>;

export interface SettingText {
  readonly about: string;
  /** The condition on a value, for the sentence that refuses a wrong one: "NAME must be ...". */
  readonly must: string;
  /** The behaviour without the setting, in words; left out where the schema's default says it. */
  readonly unlessSet?: string;
  /** Its value is shown nowhere, and may stand in a file: NAME_FILE names it. */
  readonly isSecret?: true;
}

export type SettingSchemas = Readonly<Record<string, z.ZodType>>;

const texts = z.registry<SettingText>();

/** A setting: its schema, which is of this setting alone, takes the text of the environment. */
export function setting<Schema extends z.ZodType>(schema: Schema, text: SettingText): Schema {
  assert(!texts.has(schema), "two settings have one schema");
  texts.add(schema, text);
  return schema;
}

export function settingText(schema: z.ZodType): SettingText {
  const text = texts.get(schema);
  assert(text, "a setting has a text");
  return text;
}

/** A setting that cannot be read: its message is one sentence, without the value. */
export class InvalidSetting extends Error {
  override readonly name = "InvalidSetting";
}

/** One sentence for each setting that is wrong. An empty one counts as not set. */
export function invalidSettings(schemas: SettingSchemas, given: Settings): string[] {
  return sentencesOf(schemas, z.object(schemas).safeParse(withoutEmpty(given)).error);
}

function sentencesOf(schemas: SettingSchemas, error: z.ZodError | undefined): string[] {
  const wrong = new Set(error?.issues.map(({ path }) => String(path[0])));
  return [...wrong].map((name) => {
    const schema = schemas[name];
    return `${name} must be ${schema ? settingText(schema).must : "set otherwise"}.`;
  });
}

/** The settings, read; throws `InvalidSetting` about the first that is wrong. */
export function readSettings<Schemas extends SettingSchemas>(
  schemas: Schemas,
  given: Settings,
): z.output<z.ZodObject<Schemas>> {
  const parsed = z.object(schemas).safeParse(withoutEmpty(given));
  if (parsed.success) return parsed.data;
  throw new InvalidSetting(sentencesOf(schemas, parsed.error)[0]);
}

function withoutEmpty(given: Settings): Settings {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}

export function textLike(form: RegExp) {
  return z.string().regex(form);
}

/** Texts with commas between them, as the environment has a list. */
export function commaSeparated<Item extends z.ZodType<unknown, string>>(item: Item) {
  const split = (text: string): string[] => text.split(",").map((each) => each.trim());
  return z.string().transform(split).pipe(z.array(item));
}

export function wholeNumber(least: number, most: number) {
  return textLike(/^\d{1,8}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));
}

/** A number of seconds or of another unit, with at most three decimals. */
export function decimalNumber(least: number, most: number) {
  return textLike(/^\d{1,8}(\.\d{1,3})?$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));
}
