/** The OpenAPI document as generators of clients need it. */
import { describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import operator from "../../examples/venice/operator.json" with { type: "json" };
import { octoDocument } from "@slipway/dev/octo-document";
import { openApiDocument } from "@slipway/dev/openapi";
import { routeRefusals } from "@slipway/dev/route-refusals";
import { operationIdOf } from "../src/route/route.ts";
import { routes } from "../src/routes/routes.ts";

const collection = "examples/slipway.postman_collection.json";

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly "x-error-codes": readonly string[];
  readonly parameters?: readonly { in: string; required?: boolean; example?: unknown }[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Json;
  readonly links?: Readonly<Record<string, { operationId: string }>>;
  readonly content?: { readonly "application/json"?: { readonly schema: Json } };
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation & { requestBody: Response } }>;
  components: { responses: Record<string, Response> };
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as OpenApi;
const octo = JSON.parse(JSON.stringify(octoDocument())) as OpenApi;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Every schema of the document by its place; data is none. */
function schemasIn(node: unknown, place = "#"): [string, Json][] {
  if (typeof node !== "object" || node === null) return [];
  const below = Object.entries(node)
    .filter(([key]) => !["example", "examples", "default"].includes(key))
    .flatMap(([key, each]) => schemasIn(each, `${place}/${key}`));
  return [[place, node as Json], ...below];
}

const schemas = schemasIn(document);
const isComponent = (place: string): boolean => /^#\/components\/schemas\/\w+$/.test(place);

describe("the document", () => {
  it("names every object with members and every enum", () => {
    const unnamed = schemas.filter(
      ([place, { type, properties, enum: values }]) =>
        ((type === "object" && properties !== undefined) || Array.isArray(values)) &&
        !isComponent(place),
    );
    expect(unnamed.map(([place]) => place)).toEqual([]);
    expect(schemas.filter(([place]) => isComponent(place)).length).toBeGreaterThan(100);
  });

  it("gives messages a tag that no operation has, as generators make a class of each", () => {
    const tagsOf = (of: readonly Operation[]) => new Set(of.flatMap(({ tags }) => tags));
    for (const { paths, webhooks } of [document, octo]) {
      const ofMessages = tagsOf(Object.values(webhooks).map(({ post }) => post));
      expect([...ofMessages]).toEqual(["messages"]);
      const ofPaths = tagsOf(Object.values(paths).flatMap((methods) => Object.values(methods)));
      expect(ofPaths.intersection(ofMessages).size).toBe(0);
      expect(ofPaths.size).toBeGreaterThan(4);
    }
  });

  it("wants no boolean to be one value, of which generators make an enum that does not compile", () => {
    const fixed = [...schemas, ...schemasIn(octo)].filter(
      ([, node]) => typeof node["const"] === "boolean" || [node["enum"]].flat().includes(true),
    );
    expect(fixed).toEqual([]);
  });

  it("offers no alternatives of required members, and closes no object", () => {
    const wrong = schemas.filter(
      ([, node]) => "oneOf" in node || node["additionalProperties"] === false,
    );
    expect(wrong.map(([place]) => place)).toEqual([]);
  });

  it("describes every refusal by the one Problem, and its codes in one place", () => {
    for (const route of routes) {
      const { responses, ...operation } = document.paths[route.path]![route.method.toLowerCase()]!;
      expect(operation["x-error-codes"]).toEqual(routeRefusals(route));
      for (const [status, response] of Object.entries(responses).filter(([each]) => each >= "417"))
        expect([status, problemOf(response)]).toEqual([status, "#/components/schemas/Problem"]);
    }
  });

  it("links from what makes a record to operations that exist", () => {
    const links = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((response) => Object.values(response.links ?? {})),
    );
    const ids = new Set(routes.map(operationIdOf));
    expect(links.filter(({ operationId }) => !ids.has(operationId))).toEqual([]);
    expect(links.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(["getBooking", "confirmBooking", "getUnit", "getChannelEvent"]),
    );
  });

  it("links from what makes a record to the operation that reads it", () => {
    const unlinked = Object.entries(document.paths).flatMap(([path, { post }]) => {
      const reads = document.paths[`${path}/{id}`]?.["get"]?.operationId;
      const { links = {} } = post?.responses["201"] ?? {};
      return post && reads !== undefined && !(reads in links) ? [path] : [];
    });
    expect(unlinked).toEqual([]);
  });

  it("declares the request's id on every answer", () => {
    const undeclared = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([, response]) => !("X-Request-Id" in (wholeOf(response).headers ?? {})))
        .map(([status]) => `${operationId} ${status}`),
    );
    expect(undeclared).toEqual([]);
  });

  it("gives no optional filter the id of an example", () => {
    const given = operations
      .flatMap(({ parameters = [] }) => parameters)
      .filter(({ required, example }) => !required && /_[0-9a-f]{32}$/.test(String(example)));
    expect(given).toEqual([]);
  });

  it("takes in no example a name that the demo gives, as the demo would find it taken", () => {
    const demo = [operator.supplier, ...operator.products];
    const read = (file: string) => readFileSync(join(import.meta.dirname, "../..", file), "utf8");
    const [, channel = ""] =
      /resellerCode = "([^"]+)"/.exec(read("examples/venice/sell-by-reseller.ts")) ?? [];
    const names = [...demo.flatMap(({ name, reference }) => [name, reference]), channel];
    expect(names).toEqual(expect.arrayContaining(["lido-ferry", "canal-tickets"]));
    const texts = ["openapi.json", "openapi-octo.json", collection].map(read);
    expect(names.filter((name) => texts.some((text) => text.includes(name)))).toEqual([]);
  });

  it("has the messages that receivers get", () => {
    const messages = Object.entries(document.webhooks).map(([name, { post }]) => [
      name,
      post.requestBody.content?.["application/json"]?.schema["$ref"],
    ]);
    expect(messages).toEqual([
      ["ENDPOINT_CHALLENGE", "#/components/schemas/EndpointChallenge"],
      ["BOOKING_UPDATE", "#/components/schemas/BookingUpdate"],
      ["ORDER_UPDATE", "#/components/schemas/OrderUpdate"],
      ["DEPARTURE_UPDATE", "#/components/schemas/DepartureUpdate"],
      ["PRODUCT_UPDATE", "#/components/schemas/ProductUpdate"],
      ["AVAILABILITY_UPDATE", "#/components/schemas/AvailabilityUpdate"],
    ]);
  });

  it("calls no two operations by words that tell them apart only by their service", () => {
    const vague = operations.filter(({ operationId }) =>
      /^(list|get|create|delete|retry)(Entr(y|ies)|Events?|Jobs?|Periods?|Blocks?|Secret)$/.test(
        operationId,
      ),
    );
    expect(vague).toEqual([]);
  });
});

function problemOf(response: Response): unknown {
  return wholeOf(response).content?.["application/json"]?.schema["$ref"];
}

function wholeOf(response: Response): Response {
  const { $ref } = response;
  return $ref ? document.components.responses[$ref.split("/").at(-1)!]! : response;
}
