import { describe, expect, it } from "@jest/globals";
import type { z } from "zod";
import { createAnswerCheck } from "./answer-check.ts";
import { readExamples } from "../src/examples/examples.ts";
import { story } from "../src/examples/story.ts";
import { createInputReader } from "../src/input.ts";
import { openApiDocument } from "../src/openapi.ts";
import { type Row, bodyUse, clientFields, inputPlace, pathFields } from "../src/route.ts";
import { rowRefusals } from "../src/row-refusals.ts";
import { rows } from "../src/routes.ts";

/** An answer that is no JSON has no example. */
const answeredInJson = rows.filter(({ stream }) => !stream);
const headOf = ({ method, path }: Row): string => `${method} ${path}`;
const examples = readExamples();
const check = createAnswerCheck();

describe("the examples", () => {
  it("exist for every operation: add a step to gateway/src/examples", () => {
    const missing = answeredInJson.map(headOf).filter((head) => !examples.has(head));
    expect(missing).toEqual([]);
  });

  it("belong to a row each, and no two steps have one name", () => {
    const heads = new Set(rows.map(headOf));
    expect(story.filter(({ head }) => !heads.has(head))).toEqual([]);
    expect(new Set(story.map(({ name }) => name)).size).toBe(story.length);
  });

  it.each(answeredInJson.map((row) => [headOf(row), row] as const))(
    "%s: request and answer are those of the contract",
    (head, row) => {
      const { path = {}, query = {}, body, answer } = examples.get(head)!;
      expect(Object.keys(path).toSorted()).toEqual(pathFields(row.path).toSorted());
      const read = createInputReader(row);
      expect(() => read({ path, query: new URLSearchParams(query), body })).not.toThrow();
      const sent = Object.keys(inputPlace(row) === "query" ? query : (body ?? {}));
      expect(Object.keys(clientFields(row))).toEqual(expect.arrayContaining(sent));
      expect(bodyUse(row) === "required" && body === undefined).toBe(false);
      const schema = row.contract.output as z.ZodObject;
      // The bus answers lists in pages and a booking with a mark: those have another form here,
      // which the document has.
      const isAsIs = !row.paged && !row.join;
      expect(isAsIs ? schema.safeParse(answer).error : undefined).toBeUndefined();
      const differences = check({
        method: row.method,
        path: row.path,
        status: row.status,
        body: answer,
      });
      expect(differences).toEqual([]);
    },
  );
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
  const operationOf = (row: Row): Operation => document.paths[row.path]![row.method.toLowerCase()]!;
  const resolved = (response: Response): Response =>
    response.$ref ? document.components.responses[response.$ref.split("/").at(-1)!]! : response;

  it("shows the request and the answer of every operation answered in JSON", () => {
    for (const row of answeredInJson) {
      const { requestBody, responses } = operationOf(row);
      const example = examples.get(headOf(row));
      const sent = requestBody?.content["application/json"].example;
      expect([headOf(row), sent]).toEqual([headOf(row), example?.body]);
      const answer = responses[row.status]?.content?.["application/json"]?.example;
      expect([headOf(row), answer]).toEqual([headOf(row), example?.answer]);
    }
  });

  it("lists every code an operation may answer, with an example of each", () => {
    for (const row of rows) {
      const described = Object.values(operationOf(row).responses).map(resolved);
      const shown = described.flatMap(({ content, description }) =>
        Object.keys(content?.["application/json"]?.examples ?? {}).filter((code) =>
          description?.includes(`\`${code}\``),
        ),
      );
      expect([headOf(row), shown.toSorted()]).toEqual([headOf(row), rowRefusals(row).toSorted()]);
      expect(Object.keys(document.components.examples)).toEqual(expect.arrayContaining(shown));
    }
  });
});
