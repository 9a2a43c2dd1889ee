import {
  type FieldError,
  type RefusalCode,
  isRefusalCode,
  refusalFacts,
  refusals,
} from "@slipway/contracts";
import type { createDocument } from "zod-openapi";
import { type Example, readExamples, readMessages } from "./examples/examples.ts";
import { type Schema, type Schemas, giveExamples, giveIds } from "./field-examples.ts";
import { problemOf } from "@slipway/gateway/documented";

type Document = ReturnType<typeof createDocument>;

const json = "application/json";

/** The parts of a document that examples are written into. */
interface Content {
  [json]?: { schema?: Schema; example?: unknown; examples?: object };
}
interface Response {
  content?: Content;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; example?: unknown }[];
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
    const example = examples.get(head) ?? pathAbove(head, examples);
    if (example) describe(operation, example);
  }
  const messages = readMessages();
  const received = Object.entries(document.webhooks ?? {}).map(([name, { post }]) => {
    const operation = post as unknown as Operation;
    describe(operation, { body: messages.get(name) ?? {}, answer: undefined });
    return operation;
  });
  describeMembers(
    (document.components?.schemas ?? {}) as Schemas,
    operations.map(([, operation]) => operation).concat(received),
  );
  const components = (document.components ??= {});
  components.examples = Object.fromEntries(
    Object.keys(refusals)
      .filter(isRefusalCode)
      // No operation answers it: a path does, for a method that it lacks.
      .filter((code) => code !== "METHOD_NOT_ALLOWED")
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
    // An optional filter with an id of the example would find nothing for a reader who tries it out.
    const isExample = parameter.required === true || !/_[0-9a-f]{32}$/.test(value ?? "");
    if (value !== undefined && isExample) parameter.example = plain(value);
  }
  const request = operation.requestBody?.content[json];
  if (request && body) request.example = body;
  // A repeat may be answered with another status than the first.
  for (const [status, response] of Object.entries(operation.responses)) {
    const answered = response.content?.[json];
    if (status.startsWith("2") && answered) answered.example = answer;
  }
}

/**
 * Path parameters for an operation without a step, whose answer is bytes: those of the step with the nearest path
 * above.
 */
function pathAbove(head: string, examples: ReadonlyMap<string, Example>): Example | undefined {
  const [, path = ""] = head.split(" ");
  const [above] = [...examples]
    .filter(([each]) => path.startsWith(`${each.split(" ")[1]}/`))
    .toSorted(([one], [other]) => other.length - one.length);
  return above?.[1].path && { path: above[1].path, answer: undefined };
}

/** Shows what members of bodies are. Members of requests come before members of answers. */
function describeMembers(schemas: Schemas, operations: readonly Operation[]): void {
  for (const from of [bodiesOf, answerAsRequest])
    for (const [schema, value] of operations.flatMap(from)) giveExamples(schemas, schema, value);
  giveIds(schemas);
}

type Body = readonly [Schema, unknown];

/** The bodies of an operation, with their examples. */
function bodiesOf({ requestBody, responses }: Operation): Body[] {
  const contents = [
    requestBody?.content,
    ...Object.values(responses).map(({ content }) => content),
  ];
  return contents.flatMap((content): Body[] => {
    const { schema, example } = content?.[json] ?? {};
    return schema && example !== undefined ? [[schema, example]] : [];
  });
}

/** A record has the members of the request that made it, also those that the example left out. */
function answerAsRequest({ requestBody, responses }: Operation): Body[] {
  const schema = requestBody?.content[json]?.schema;
  const answered = Object.values(responses).map(({ content }) => content?.[json]?.example);
  return schema ? answered.map((example): Body => [schema, example]) : [];
}

/** A number in a query is text only on the wire. */
function plain(value: string): string | number {
  return /^\d+$/.test(value) ? Number(value) : value;
}

const requestId = "0193a5c1-7d40-4b7e-9a52-3f1c5d8e2b60";
const fieldError: FieldError = {
  in: "body",
  pointer: "#/unitItems/0/quantity",
  code: "TOO_SMALL",
  detail: "must be >= 1",
};

/** Each code takes its own one. */
const factExamples = Object.fromEntries(
  Object.entries(refusalFacts).map(([name, { schema }]) => [name, schema.meta()?.examples?.[0]]),
);

function problemExample(code: RefusalCode): object {
  if (code !== "VALIDATION_FAILED") return problemOf({ code, details: factExamples }, requestId);
  const details = { detail: "1 field is invalid", errors: [fieldError] };
  return problemOf({ code, details }, requestId);
}
