/** Examples of single members of schemas, taken from recorded requests and answers. */

/** A schema as the document has it; after `giveExamples` with examples. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  examples?: readonly unknown[];
}

export type Schemas = Readonly<Record<string, Schema>>;

/** A longer value would hide the other members from a reader. */
const exampleLengthMax = 400;

/**
 * Gives each member of a schema, and of all below it, the value that a recorded body has there. A
 * member that shows its values keeps what it has, so the first recorded body decides.
 */
export function giveExamples(schemas: Schemas, schema: Schema, value: unknown): void {
  const { anyOf = [], items, properties = {} } = resolved(schemas, schema);
  for (const branch of anyOf) giveExamples(schemas, branch, value);
  if (items && Array.isArray(value)) for (const each of value) giveExamples(schemas, items, each);
  if (!isRecord(value)) return;
  for (const [name, member] of Object.entries(properties)) {
    const example = value[name];
    if (isDescribing(example) && !showsValues(schemas, member)) member.examples = [example];
    giveExamples(schemas, member, example);
  }
}

/** Gives members that name a record, such as `supplierId`, the id that another schema shows there. */
export function giveIds(schemas: Schemas): void {
  const members = Object.values(schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties),
  );
  const ids = members.filter(([name, { examples }]) => name.endsWith("Id") && examples);
  const known = new Map(ids.map(([name, { examples }]) => [name, examples]));
  for (const [name, member] of members) {
    const examples = known.get(name);
    if (examples && !showsValues(schemas, member)) member.examples = examples;
  }
}

/** Whether a reader sees what values a schema takes: by an example, a list of them, or its members. */
export function showsValues(schemas: Schemas, schema: Schema): boolean {
  const whole = resolved(schemas, schema);
  const { type, anyOf = [], items, properties } = whole;
  if (["example", "examples", "enum", "const"].some((name) => name in whole)) return true;
  // Members of an object with a name show theirs.
  if (type === "boolean" || properties) return true;
  return (
    anyOf.some((each) => showsValues(schemas, each)) || (!!items && showsValues(schemas, items))
  );
}

/** The component that a reference names; what stands beside the reference counts as well. */
function resolved(schemas: Schemas, { $ref, ...own }: Schema): Schema {
  return $ref === undefined ? own : { ...schemas[$ref.split("/").at(-1) ?? ""], ...own };
}

/** Refuses null and empty values, which teach a reader nothing, and values too long for an example. */
function isDescribing(value: unknown): boolean {
  const text = JSON.stringify(value) ?? "null";
  return !["null", '""', "[]", "{}"].includes(text) && text.length <= exampleLengthMax;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
