/** The shapes of all actions' inputs and outputs, read from their contracts. */
import assert from "node:assert/strict";
import { z } from "zod";
import * as contracts from "../../packages/contracts/src/index.ts";
import type { Shape, Shapes } from "./shape.ts";

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
}

export function busShapes(): Pick<Shapes, "inputs" | "outputs"> {
  const actions = [...actionsIn(contracts)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const of = (io: "input" | "output"): Record<string, Shape> =>
    Object.fromEntries(actions.map((action) => [action.name, shapeOf(action[io], io)]));
  return { inputs: of("input"), outputs: of("output") };
}

/** The actions of a module and of the tables in it. */
function actionsIn(table: object): Set<contracts.Action> {
  const found = Object.values(table).flatMap((value: unknown) => {
    if (typeof value !== "object" || value === null || value instanceof z.ZodType) return [];
    if (isAction(value)) return [value];
    return Array.isArray(value) ? [] : [...actionsIn(value)];
  });
  return new Set(found);
}

function isAction(value: object): value is contracts.Action {
  return "input" in value && "output" in value && "kind" in value;
}

function shapeOf(type: z.ZodType, io: "input" | "output"): Shape {
  const shape: Record<string, string[]> = {};
  const options = { io, unrepresentable: "any", reused: "inline", cycles: "throw" } as const;
  const schema = z.toJSONSchema(type, options) as Schema;
  note(shape, { path: "", schema, named: schema.$defs ?? {} });
  return sorted(shape);
}

interface Place {
  readonly path: string;
  readonly schema: Schema;
  /** The schemas that others name. */
  readonly named: Readonly<Record<string, Schema>>;
}

function note(shape: Record<string, string[]>, { path, schema, named }: Place): void {
  const { $ref: name } = schema;
  if (name !== undefined) {
    const found = named[name.replace(/^.*\//, "")];
    assert(found, `nothing is called ${name}`);
    return note(shape, { path, schema: found, named });
  }
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const branch of branches) note(shape, { path, schema: branch, named });
  if (branches.length === 0) (shape[path] ??= []).push(...typesOf(schema));
  for (const [step, part] of partsOf(schema))
    note(shape, { path: `${path}${step}`, schema: part, named });
}

/** The parts one step below, such as ".name?" or "[]". */
function partsOf(schema: Schema): (readonly [string, Schema])[] {
  const { properties = {}, required = [], items = [], prefixItems = [] } = schema;
  const fields = Object.entries(properties).map(
    ([name, part]) => [`.${name}${required.includes(name) ? "" : "?"}`, part] as const,
  );
  const listed = [items, prefixItems].flat().map((part) => ["[]", part] as const);
  const { additionalProperties: rest } = schema;
  const isRecord = typeof rest === "object" && Object.keys(rest).length > 0;
  return [...fields, ...listed, ...(isRecord ? [["{}", rest] as const] : [])];
}

function typesOf(schema: Schema): string[] {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
  if ("const" in schema) return [JSON.stringify(schema.const)];
  const { type = "any", properties, additionalProperties: rest } = schema;
  const isLoose = properties && typeof rest === "object" && Object.keys(rest).length === 0;
  return isLoose ? ["loose object"] : [type].flat();
}

export function sorted(shape: Readonly<Record<string, readonly string[]>>): Shape {
  const paths = Object.keys(shape).toSorted();
  return Object.fromEntries(paths.map((path) => [path, [...new Set(shape[path])].toSorted()]));
}
