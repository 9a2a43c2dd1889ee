import { describe, expect, it } from "@jest/globals";
import { type Schema, type Schemas, giveExamples, giveIds, showsValues } from "./field-examples.ts";

const text = { type: "string" } as const;

describe("a member's example", () => {
  it.each<[what: string, schema: Schema, value: unknown, example: unknown]>([
    ["is what the body has there", text, "Lido", "Lido"],
    ["may be a list", { type: "array", items: text }, ["A"], ["A"]],
    ["is not null", { type: ["string", "null"] }, null, undefined],
    ["is not empty", { type: "array", items: text }, [], undefined],
    ["is not long", text, "a".repeat(500), undefined],
    ["is not taken where it has one", { ...text, examples: ["own"] }, "other", "own"],
    ["is left out where it has a list of values", { enum: ["A", "B"] } as Schema, "A", undefined],
    ["is left out where it is yes or no", { type: "boolean" }, true, undefined],
    ["is left out where a component has members", { $ref: "#/x/Place" }, { name: "a" }, undefined],
  ])("%s", (_, schema, value, example) => {
    const schemas = { Place: { properties: { name: { ...text } } } };
    const body: Schema = { properties: { it: { ...schema } } };
    giveExamples(schemas, body, { it: value });
    expect(body.properties?.["it"]?.examples?.[0]).toEqual(example);
  });

  it("is found below references, lists and alternatives, and is the first of several", () => {
    const schemas: Schemas = { Record: { properties: { name: { ...text } } } };
    const list: Schema = { type: "array", items: { $ref: "#/components/schemas/Record" } };
    const nullable = { anyOf: [list, { type: "null" }] };
    giveExamples(schemas, nullable, [{ name: "first" }, { name: "second" }]);
    expect(schemas["Record"]?.properties?.["name"]).toEqual({ ...text, examples: ["first"] });
  });
});

it("gives an id that is shown elsewhere to members of the same name, and no other value", () => {
  const schemas = {
    Product: { properties: { supplierId: { examples: ["sup_1"] }, name: { examples: ["Lido"] } } },
    Feed: { properties: { supplierId: { ...text }, optionId: { ...text }, name: { ...text } } },
  };
  giveIds(schemas);
  expect(schemas.Feed.properties).toEqual({
    supplierId: { ...text, examples: ["sup_1"] },
    optionId: text,
    name: text,
  });
});

it.each<[schema: Schema, shows: boolean]>([
  [text, false],
  [{ type: "object" }, false],
  [{ type: "array", items: text }, false],
  [{ anyOf: [text, { type: "null" }] }, false],
  [{ $ref: "#/components/schemas/Name" }, false],
  [{ type: "boolean" }, true],
  [{ ...text, examples: ["a"] }, true],
  [{ $ref: "#/components/schemas/Status" }, true],
  [{ anyOf: [{ $ref: "#/components/schemas/Record" }, { type: "null" }] }, true],
  [{ type: "array", items: { $ref: "#/components/schemas/Record" } }, true],
])("%j shows its values: %s", (schema, shows) => {
  const schemas = { Name: text, Status: { enum: ["A"] }, Record: { properties: { name: text } } };
  expect(showsValues(schemas as Schemas, schema)).toBe(shows);
});
