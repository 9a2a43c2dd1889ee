import { describe, expect, it } from "@jest/globals";
import type { z } from "zod";
import { answerCheckOf } from "./answer-check.ts";
import { readExamples } from "@slipway/dev/examples";
import { story } from "@slipway/dev/example-story";
import { createInputReader } from "../src/serve/input.ts";
import { openApiDocument } from "@slipway/dev/openapi";
import { type Route, bodyUse, clientFields, inputPlace, pathFields } from "../src/route/route.ts";
import { routeRefusals } from "@slipway/dev/route-refusals";
import { routes } from "../src/routes/routes.ts";

/** An answer that is no JSON has no example. */
const answeredInJson = routes.filter(({ raw }) => !raw);
const headOf = ({ method, path }: Route): string => `${method} ${path}`;
const examples = readExamples();
const check = answerCheckOf();

describe("the examples", () => {
  it("exist for every operation: add a step to dev/src/openapi/examples", () => {
    const missing = answeredInJson.map(headOf).filter((head) => !examples.has(head));
    expect(missing).toEqual([]);
  });

  it("belong to a route each, and no two steps have one name", () => {
    const heads = new Set(routes.map(headOf));
    expect(story.filter(({ head }) => !heads.has(head))).toEqual([]);
    expect(new Set(story.map(({ name }) => name)).size).toBe(story.length);
  });

  it.each(answeredInJson.map((route) => [headOf(route), route] as const))(
    "%s: request and answer are those of the contract",
    (head, route) => {
      const { path = {}, query = {}, body, answer } = examples.get(head)!;
      expect(Object.keys(path).toSorted()).toEqual(pathFields(route.path).toSorted());
      const read = createInputReader(route);
      const parts = { path, query: new URLSearchParams(query), body, idempotencyKeys: [] };
      expect(() => read(parts)).not.toThrow();
      const sent = Object.keys(inputPlace(route) === "query" ? query : (body ?? {}));
      expect(Object.keys(clientFields(route))).toEqual(expect.arrayContaining(sent));
      expect(bodyUse(route) === "required" && body === undefined).toBe(false);
      const schema = route.contract.output as z.ZodObject;
      // The bus answers lists in pages and a booking with a mark: those have another form here,
      // which the document has.
      const isAsIs = !route.paged && !route.composed;
      expect(isAsIs ? schema.safeParse(answer).error : undefined).toBeUndefined();
      const differences = check({
        method: route.method,
        path: route.path,
        status: route.status,
        body: answer,
      });
      expect(differences).toEqual([]);
    },
  );
});

it("the check of answers finds a header that the document does not declare", () => {
  const asked = { method: "GET", path: "/suppliers", status: 200, body: [] };
  const headers = ["x-request-id", "date", "ratelimit", "x-powered-by"];
  expect(check({ ...asked, headers })).toEqual([
    "GET /suppliers 200: the header x-powered-by is not declared",
  ]);
});

describe("the reference", () => {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as {
    paths: Record<string, Record<string, Operation>>;
    components: { responses: Record<string, Response>; examples: Record<string, unknown> };
  };
  interface Response {
    $ref?: string;
    description?: string;
    content?: { "application/json"?: { example?: unknown; examples?: Record<string, unknown> } };
  }
  interface Operation {
    requestBody?: { content: { "application/json": { example?: unknown } } };
    responses: Record<string, Response>;
  }
  const operationOf = (route: Route): Operation =>
    document.paths[route.path]![route.method.toLowerCase()]!;
  const resolved = (response: Response): Response =>
    response.$ref ? document.components.responses[response.$ref.split("/").at(-1)!]! : response;

  it("shows the request and the answer of every operation answered in JSON", () => {
    for (const route of answeredInJson) {
      const { requestBody, responses } = operationOf(route);
      const example = examples.get(headOf(route));
      const sent = requestBody?.content["application/json"].example;
      expect([headOf(route), sent]).toEqual([headOf(route), example?.body]);
      const answer = responses[route.status]?.content?.["application/json"]?.example;
      expect([headOf(route), answer]).toEqual([headOf(route), example?.answer]);
    }
  });

  it("lists every code an operation may answer, with an example of each", () => {
    for (const route of routes) {
      const described = Object.values(operationOf(route).responses).map(resolved);
      const shown = described.flatMap(({ content, description }) =>
        Object.keys(content?.["application/json"]?.examples ?? {}).filter((code) =>
          description?.includes(`\`${code}\``),
        ),
      );
      // A status that any operation may answer is described twice, so a code can be shown twice.
      expect([headOf(route), [...new Set(shown)].toSorted()]).toEqual([
        headOf(route),
        routeRefusals(route).toSorted(),
      ]);
      expect(Object.keys(document.components.examples)).toEqual(expect.arrayContaining(shown));
    }
  });
});
