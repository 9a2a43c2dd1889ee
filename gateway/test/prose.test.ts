/** Everything in the OpenAPI document says what it is, in words that are more than its name. */
import { describe, expect, it } from "@jest/globals";
import { bookingUpdate, refusals, sync } from "@slipway/contracts";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { readMessages } from "@slipway/dev/examples";
import { openApiDocument } from "@slipway/dev/openapi";
import { type Schema, type Schemas, showsValues } from "@slipway/dev/field-examples";
import { routes } from "../src/routes/routes.ts";

const wordsMin = 4;
const fillers = new Set("a an the of this that is it its one or and by to in for".split(" "));

type Json = Readonly<Record<string, unknown>>;

/** Anything in the document that must be described. */
interface Described {
  readonly place: string;
  readonly name: string;
  readonly description: unknown;
  readonly node: Json;
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as Json;
const described: Described[] = [];
collect(document, "#");

/** Notes what is in a node of the document, and in all below it. */
function collect(node: unknown, place: string): void {
  if (typeof node !== "object" || node === null) return;
  noteOperation(node as Json, place);
  for (const [key, value] of Object.entries(node)) {
    if (isData(key)) continue;
    const members = isMap(key) ? Object.entries(value as Json) : [];
    for (const [name, member] of members)
      noteMember(member as Json, `${place}/${key}/${name}`, name);
    if (!isMap(key)) collect(value, `${place}/${key}`);
  }
}

/** True where the value is data, whose members may have any names. */
function isData(key: string): boolean {
  return ["example", "examples", "default", "enum", "const"].includes(key);
}

/** A map by names of what must be described. */
function isMap(key: string): boolean {
  return ["properties", "responses", "headers", "schemas", "securitySchemes"].includes(key);
}

function noteMember(member: Json, place: string, name: string): void {
  // A reference to a component, which is described, needs no words of its own.
  if (typeof member["$ref"] !== "string")
    described.push({ place, name, description: member["description"], node: member });
  collect(member, place);
}

function noteOperation(node: Json, place: string): void {
  const { description, name, operationId, summary } = node;
  if (typeof node["in"] === "string")
    described.push({ place, name: String(name), description, node });
  // A link has an operationId, too.
  if (typeof operationId !== "string" || !("responses" in node)) return;
  described.push({ place, name: operationId, description, node });
  described.push({ place, name: operationId, description: `A summary: ${String(summary)}`, node });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether a text says more than a name does. */
function saysMore(text: unknown, name: string): boolean {
  if (typeof text !== "string") return false;
  const words = text.split(/\s+/).filter(Boolean);
  const named = new Set(wordsOf(name.replaceAll(/([a-z])([A-Z])/g, "$1 $2")));
  const further = wordsOf(text).filter((word) => !named.has(word) && !fillers.has(word));
  return words.length >= wordsMin && further.length > 0;
}

describe("the words of the reference", () => {
  it("are found at properties, parameters, headers, responses and operations", () => {
    const at = (pattern: RegExp) => described.filter(({ place }) => pattern.test(place)).length;
    expect(at(/\/properties\/\w+$/)).toBeGreaterThan(300);
    expect(at(/\/parameters\/\d+$/)).toBeGreaterThan(90);
    expect(at(/\/responses\/\w+$/)).toBeGreaterThan(200);
    expect(at(/^#\/components\/headers\//)).toBeGreaterThan(5);
    expect(at(/^#\/paths\/.*\/(get|put|post|patch|delete)$/)).toBe(2 * routes.length);
  });

  it("stand at every one of them, and say more than its name", () => {
    const wrong = described.filter(({ description, name }) => !saysMore(description, name));
    expect(wrong).toEqual([]);
  });

  it("stand at every tag", () => {
    const tags = document["tags"] as { name: string; description: string }[];
    expect(tags.filter(({ description, name }) => !saysMore(description, name))).toEqual([]);
  });

  it("say of every error code when it comes, in more words than its title", () => {
    const wrong = Object.entries(refusals).filter(
      ([code, { title, description }]) => !saysMore(description, `${code} ${title}`),
    );
    expect(wrong).toEqual([]);
  });

  it("say of every change what a repeat of it does", () => {
    const silent = routes.filter(
      ({ contract }) => contract.kind === "mutation" && !saysMore(contract.repeat, "repeat"),
    );
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it.each([
    ["Id", "id"],
    ["The start at", "startAt"],
    ["It is the id of this one", "id"],
    [undefined, "status"],
  ])("are not %j for %s", (text, name) => {
    expect(saysMore(text, name)).toBe(false);
  });
});

/** A property, or the schema of a parameter or a header with what stands beside it. */
interface Shown {
  readonly place: string;
  readonly schema: Schema & { readonly example?: unknown };
  readonly isOptional: boolean;
}

const shown = described.flatMap(({ place, node }): Shown[] => {
  if (/\/properties\/[^/]+$/.test(place)) return [{ place, schema: node, isOptional: false }];
  if (!/\/(parameters|headers)\/[^/]+$/.test(place)) return [];
  const { schema, example, required } = node as Json & { schema: Schema };
  const isOptional = node["in"] === "query" && required !== true;
  const at = typeof node["name"] === "string" ? `${place} ${node["name"]}` : place;
  return [{ place: at, schema: { ...schema, ...(example ? { example } : {}) }, isOptional }];
});
const { schemas } = document["components"] as { schemas: Schemas };

describe("the examples of the reference", () => {
  /** Ids and cursors of the story would find nothing for a reader who tries the operation out. */
  const namesRecords = ({ place, isOptional }: Shown): boolean =>
    isOptional && /(?<!external)(Id|cursor)$/.test(place);

  it("stand at every property, parameter and header, unless a list of values or its members do", () => {
    const silent = shown.filter(
      (each) => !namesRecords(each) && !showsValues(schemas, each.schema),
    );
    expect(silent.map(({ place }) => place)).toEqual([]);
    expect(shown.length).toBeGreaterThan(700);
  });

  it("are missing at optional filters by the id of a record and by a cursor", () => {
    const filters = shown.filter(namesRecords);
    expect(filters.filter(({ schema }) => showsValues(schemas, schema))).toEqual([]);
    expect(filters.length).toBeGreaterThan(10);
  });

  it("are what their schemas allow", () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema(document, "openapi");
    const wrong = shown.flatMap(({ place, schema }) => {
      const { example, examples = [], ...rules } = schema;
      const own = JSON.stringify(rules).replaceAll('"#/', '"openapi#/');
      const validate = ajv.compile(JSON.parse(own) as object);
      const values = example === undefined ? examples : [example, ...examples];
      return values.filter((value) => !validate(value)).map((value) => [place, value]);
    });
    expect(wrong).toEqual([]);
  });

  it("are, of messages, what receivers get", () => {
    const messages = readMessages();
    expect(bookingUpdate.parse(messages.get("BOOKING_UPDATE"))).toBeTruthy();
    expect(sync.availabilityUpdate.parse(messages.get("AVAILABILITY_UPDATE"))).toBeTruthy();
    expect([...messages.keys()]).toEqual(Object.keys(document["webhooks"] as Json));
  });
});
