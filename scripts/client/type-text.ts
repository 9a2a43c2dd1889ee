/** TypeScript of JSON Schema, as the OpenAPI document of the gateway has it. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

const plainTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** The declaration of a named schema, with its descriptions as comments. */
export function declarationOf(name: string, schema: Schema): string {
  const comment = commentOf(schema.description);
  if (!schema.properties) return `${comment}export type ${name} = ${typeText(schema)};`;
  return `${comment}export interface ${name} ${membersText(schema)}`;
}

/** The TypeScript type of a value of the schema. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(typeText).join(" | ");
  if (Array.isArray(schema.type)) return eachText(schema, schema.type as readonly string[]);
  if (schema.type === "array") return `readonly ${inBrackets(typeText(schema.items ?? {}))}[]`;
  if (schema.properties) return membersText(schema);
  if (schema.type === "object") return `Readonly<Record<string, ${valueText(schema)}>>`;
  // Any JSON is what has no type.
  if (schema.type === undefined) return "unknown";
  const plain = plainTypes[String(schema.type)];
  if (plain === undefined)
    throw new Error(`A schema of the type ${String(schema.type)} has no TypeScript`);
  return plain;
}

/** The type of a value that may have several types, such as a text or null. */
function eachText(schema: Schema, types: readonly string[]): string {
  return types.map((type) => typeText({ ...schema, type })).join(" | ");
}

function valueText({ additionalProperties }: Schema): string {
  return typeof additionalProperties === "object" ? typeText(additionalProperties) : "unknown";
}

function inBrackets(text: string): string {
  return text.includes("|") ? `(${text})` : text;
}

function membersText({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) =>
    memberText(name, schema, required.includes(name)),
  );
  return `{\n${members.join("\n")}\n}`;
}

/** A member that may be left out may also be undefined: neither JSON nor a query carries it. */
export function memberText(name: string, schema: Schema, isRequired: boolean): string {
  const type = typeText(schema);
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  const member = isRequired ? `${key}: ${type}` : `${key}?: ${type} | undefined`;
  return `${commentOf(schema.description)}readonly ${member};`;
}

const lineMax = 96;

/** A comment for editors to show; nothing where there is no text. Paragraphs stay. */
export function commentOf(text: string | undefined): string {
  if (!text) return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n").flatMap(wrapped);
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

function wrapped(paragraph: string): string[] {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= lineMax) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
