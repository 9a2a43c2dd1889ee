import { type FieldError, type RefusalCode, isRefusalCode, refusals } from "@slipway/contracts";
import type { createDocument } from "zod-openapi";
import { type Example, readExamples } from "./examples/examples.ts";
import { problemOf } from "./problem.ts";

type Document = ReturnType<typeof createDocument>;

const json = "application/json";

/** The parts of a document that examples are written into. */
interface Content {
  [json]?: { schema?: unknown; example?: unknown; examples?: object };
}
interface Response {
  content?: Content;
}
interface Operation {
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
}

/** Adds an example of every operation's request and answer, and of every refusal, to the document. */
export function withExamples(document: Document): Document {
  const examples = readExamples();
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  );
  for (const [head, operation] of operations) {
    const example = examples.get(head);
    if (example) describe(operation, example);
    for (const response of Object.values(operation.responses)) describeRefusals(response);
  }
  const components = (document.components ??= {});
  for (const response of Object.values(components.responses ?? {}))
    describeRefusals(response as Response);
  components.examples = Object.fromEntries(
    Object.keys(refusals)
      .filter(isRefusalCode)
      .map((code) => {
        const { title, description } = refusals[code];
        return [code, { summary: title, description, value: problemExample(code) }];
      }),
  );
  return document;
}

function describe(operation: Operation, { path, query, body, answer }: Example): void {
  const given = { ...path, ...query };
  for (const parameter of operation.parameters ?? []) {
    const value = given[parameter.name];
    if (value !== undefined) parameter.example = plain(value);
  }
  const request = operation.requestBody?.content[json];
  if (request && body) request.example = body;
  // A repeat may be answered with another status than the first.
  for (const [status, response] of Object.entries(operation.responses)) {
    const answered = response.content?.[json];
    if (status.startsWith("2") && answered) answered.example = answer;
  }
}

/** A number in a query is text only on the wire. */
function plain(value: string): string | number {
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** Refers to an example of each code that the response may have. */
function describeRefusals({ content }: Response): void {
  const body = content?.[json];
  const codes = codesOf(body?.schema);
  if (!body || codes.length === 0) return;
  body.examples = Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
  );
}

function codesOf(schema: unknown): string[] {
  const { allOf = [] } = (schema ?? {}) as {
    allOf?: { properties?: { code?: { enum?: string[] } } }[];
  };
  return allOf.flatMap(({ properties }) => properties?.code?.enum ?? []);
}

const requestId = "0193a5c1-7d40-4b7e-9a52-3f1c5d8e2b60";
const fieldError: FieldError = {
  in: "body",
  pointer: "#/unitItems/0/quantity",
  code: "TOO_SMALL",
  detail: "must be >= 1",
};

function problemExample(code: RefusalCode): object {
  if (code !== "VALIDATION_FAILED") return problemOf({ code, details: {} }, requestId);
  const details = { detail: "1 field is invalid", errors: [fieldError] };
  return problemOf({ code, details }, requestId);
}
