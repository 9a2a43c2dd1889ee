/** Requests that fast-check makes out of the OpenAPI document. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { type Known, type Schema, anyJson, textOf, valuesOf } from "./hostile-values.ts";
import { type Segment, type World, dayOf, segments } from "./world.ts";

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Described {
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: { readonly "application/json": { schema: Schema; example: unknown } };
  };
}

export interface Operation extends Described {
  readonly method: string;
  readonly template: string;
}

export interface Generated {
  readonly method: string;
  /** Below /api/v1, encoded, with the query. */
  readonly path: string;
  readonly body: string | undefined;
}

/** Every operation, with those that take away what the others need after them. */
export function readOperations(): Operation[] {
  const file = new URL("../../openapi.json", import.meta.url);
  const document = JSON.parse(readFileSync(file, "utf8")) as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Schemas };
  };
  const { schemas } = document.components;
  const { paths } = document;
  const order = ["GET", "POST", "PATCH", "PUT", "DELETE"];
  return Object.entries(paths)
    .flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { tags, parameters, requestBody }]) => ({
        ...(resolved({ tags, parameters, requestBody }, schemas) as Described),
        method: method.toUpperCase(),
        template,
      })),
    )
    .toSorted((one, other) => order.indexOf(one.method) - order.indexOf(other.method));
}

type Schemas = Readonly<Record<string, unknown>>;

/** The same with every reference replaced by the schema that it names. */
function resolved(node: unknown, schemas: Schemas): unknown {
  if (Array.isArray(node)) return node.map((each) => resolved(each, schemas));
  if (typeof node !== "object" || node === null) return node;
  const { $ref, ...rest } = node as Readonly<Record<string, unknown>>;
  const named = typeof $ref === "string" ? schemas[$ref.split("/").at(-1) ?? ""] : {};
  const whole = { ...(named as object), ...rest };
  return Object.fromEntries(
    Object.entries(whole).map(([key, each]) => [key, resolved(each, schemas)]),
  );
}

/** The request that the document gives as its example, with this world's records in it. */
export function exampleOf(operation: Operation, world: World): Generated {
  const { method, template, parameters, requestBody } = operation;
  const given = parameters.filter(({ in: place, required }) => place === "query" && required);
  const query = given.map(({ name, example }): [string, string] => [
    name,
    String(ofWorld(example, world, name)),
  ]);
  // One of three must be given, which a document cannot say.
  if (template.startsWith("/availability") && parameters.some(({ name }) => name === "optionId"))
    query.push(["optionId", world.ids.options]);
  const path = template.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, segment: string) => {
    return `${segment}/${rightId(world, segment)}`;
  });
  const example = requestBody?.content["application/json"].example;
  const body = example === undefined ? undefined : textOf(ofWorld(example, world));
  return { method, path: `${path}?${new URLSearchParams(query).toString()}`, body };
}

/** Requests of an operation, most of the right shape, with records of this world and of `other`. */
export function requestsOf(
  operation: Operation,
  world: World,
  other: World,
): fc.Arbitrary<Generated> {
  const known: Known = {
    ids: [...new Set([...Object.values(world.ids), other.ids.options, "opt_unknown"])],
    instants: [world.freeStartAt, dayOf.from, dayOf.to],
  };
  const { method, template } = operation;
  return (
    fc
      .record({
        path: pathsOf(template, world, known),
        query: queriesOf(operation, known),
        body: bodiesOf(operation, world, known),
      })
      .map(({ path, query, body }) => ({ method, path: `${path}?${query}`, body }))
      // Node itself refuses a longer head of a request.
      .filter(({ path }) => path.length < 12_000)
  );
}

function rightId({ ids }: World, segment: string): string {
  return ids[segments.find((each) => each === segment) as Segment];
}

function pathsOf(template: string, world: World, known: Known): fc.Arbitrary<string> {
  const hostile = fc.constantFrom(
    "x".repeat(1_001),
    ..."%00 __proto__ $where a.b %F0%9F%9A%A2 %2F %20 %E0%A4%A %ED%A0%80".split(" "),
    ..."opt_unknown current undefined ..%2F.. %22%7B%7D".split(" "),
  );
  const parts = template
    .split("/")
    .map((part, at, all) =>
      part.startsWith("{")
        ? fc.oneof(
            { weight: 8, arbitrary: fc.constant(rightId(world, all[at - 1] ?? "")) },
            { weight: 1, arbitrary: fc.constantFrom(...known.ids) },
            { weight: 1, arbitrary: hostile },
          )
        : fc.constant(part),
    );
  return fc.tuple(...parts).map((each) => each.join("/"));
}

function queriesOf({ parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const fields = inQuery.map(({ name, schema }) => [name, valuesOf(schema, known, name)] as const);
  const required = inQuery.filter((each) => each.required).map(({ name }) => name);
  const shaped = fewOf(fc.record(Object.fromEntries(fields), { requiredKeys: required }), required);
  const names = fc.constantFrom(...inQuery.map(({ name }) => name), "$where", "__proto__");
  const strange = fc.array(fc.tuple(names, anyJson), { maxLength: 2 });
  const raw = fc.constantFrom("&%E0%A4%A=1", "&&=&", "&limit", "&a[b][$ne]=1", "&from=%00");
  return fc
    .record({
      shaped,
      strange: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, strange),
      raw: fc.oneof({ weight: 5, arbitrary: fc.constant("") }, raw),
    })
    .map((made) => {
      const all = [...Object.entries(made.shaped), ...made.strange];
      const query = new URLSearchParams(
        all.map(([name, value]): [string, string] => [
          name,
          typeof value === "string" ? value : textOf(value),
        ]),
      );
      return `${query.toString()}${made.raw}`;
    });
}

function bodiesOf(
  { requestBody }: Operation,
  world: World,
  known: Known,
): fc.Arbitrary<string | undefined> {
  if (!requestBody) return fc.constant(undefined);
  const { schema, example } = requestBody.content["application/json"];
  const shaped = valuesOf(schema, known);
  const own = ofWorld(example, world) as object;
  const touched = fewOf(shaped as fc.Arbitrary<object>, []).map((some) => ({ ...own, ...some }));
  const valid = fc.oneof(touched, shaped);
  const raw = fc.constantFrom(
    ...'null [] 1 "" { {} {"a":1,"a":2} {"\\ud800":"\\ud800"} \ufeff{}'.split(" "),
    `{"a":${"[".repeat(63)}${"]".repeat(63)}}`,
    "[".repeat(65),
  );
  return fc.oneof(
    { weight: 3, arbitrary: touched.map(textOf) },
    { weight: 3, arbitrary: shaped.map(textOf) },
    { weight: 3, arbitrary: mutations(valid).map(textOf) },
    { weight: 1, arbitrary: raw },
  );
}

/** At most two fields beside those that must be: too many exclude each other or have one at fault. */
function fewOf(
  records: fc.Arbitrary<object>,
  required: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const places = fc.tuple(fc.nat(), fc.nat());
  return fc.tuple(records, places).map(([record, drawn]) => {
    const free = Object.entries(record).filter(([name]) => !required.includes(name));
    const kept = drawn.map((at) => free[at % free.length]).filter((entry) => entry !== undefined);
    return Object.fromEntries([
      ...Object.entries(record).filter(([name]) => required.includes(name)),
      ...kept,
    ]);
  });
}

/** A value with one thing in it dropped, added or replaced by anything. */
function mutations(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const extra = fc.constantFrom("__proto__", "$where", "a.b", "tenantId", "id", "\u0000", "_id");
  const how = fc.constantFrom("drop", "add", "replace", "replace");
  return fc
    .record({ value: values, at: fc.nat(), how, extra, by: anyJson })
    .map(({ value, at, ...change }) => {
      const copy = structuredClone(value);
      const places = placesIn(copy);
      const place = places[at % places.length];
      if (place && change.how === "drop") Reflect.deleteProperty(place.within, place.name);
      if (place && change.how === "replace") put(place.within, place.name, change.by);
      if (place && change.how === "add" && !Array.isArray(place.within))
        put(place.within, change.extra, change.by);
      return copy;
    });
}

interface Place {
  readonly within: object;
  readonly name: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    { within: value, name },
    ...placesIn(each),
  ]);
}

/** Assigning to `__proto__` would set the prototype. */
function put(within: object, name: string, value: unknown): void {
  const ways = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(within, name, ways);
}

/** An example with the ids of this world in the place of those of the same kind, and its departure. */
function ofWorld(value: unknown, world: World, name = ""): unknown {
  if (typeof value === "string") return wordOfWorld(value, world, name);
  if (Array.isArray(value)) return value.map((each) => ofWorld(each, world, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      wordOfWorld(key, world, ""),
      ofWorld(each, world, key),
    ]),
  );
}

function wordOfWorld(word: string, world: World, name: string): string {
  if (name === "startAt") return world.freeStartAt;
  if (name === "endAt") return dayOf.to;
  // A local day, or an instant.
  if (name === "from" || name === "to") return dayOf[name].slice(0, word.length === 10 ? 10 : 64);
  if (!/^[a-z]{2,4}_[0-9a-f]{32}$/.test(word)) return word;
  const prefix = word.slice(0, word.indexOf("_") + 1);
  return Object.values(world.ids).find((id) => id.startsWith(prefix)) ?? word;
}
