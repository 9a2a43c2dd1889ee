/** The operations of the HTTP interface as the client has them, read from the gateway's rows and its document. */
import assert from "node:assert";
import type { openApiDocument } from "../../dev/src/openapi/openapi.ts";
import {
  type Route,
  clientFields,
  operationIdOf,
  pathFields,
} from "../../gateway/src/route/route.ts";
import { routes } from "../../gateway/src/routes/routes.ts";
import { type MethodName, capitalised, methodName } from "./method-name.ts";
import { type Schema, typeText } from "./type-text.ts";

export type Document = ReturnType<typeof openApiDocument>;

export interface QueryField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** The input that a call sends beside the path. */
export interface SentInput {
  readonly place: "query" | "body";
  readonly isRequired: boolean;
  readonly type: string;
  /** The fields of a query, whose type is made of them. */
  readonly fields: readonly QueryField[];
}

/** The types that an operation answers. */
export interface Answer {
  readonly whole: string;
  /** One of the records of a list. */
  readonly item?: string;
  /** The page of a list whose pages have the size that the client chooses. */
  readonly page?: string;
  /** The changes of a list with a change feed. */
  readonly changes?: string;
}

export interface Operation extends MethodName {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly pathFields: readonly string[];
  readonly input: SentInput | undefined;
  readonly answer: Answer;
  readonly pages: "offset" | "cursor" | undefined;
  /** Why a repeat is safe, as the client has it (packages/client/src/operation.ts). */
  readonly repeat: "read" | "by id" | "by key" | "by header" | undefined;
  readonly deadlineMs: number | undefined;
  readonly isBytes: boolean;
  /** It needs no credential. */
  readonly isOpen: boolean;
  readonly codes: readonly string[];
  readonly text: string;
}

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly "x-error-codes": readonly string[];
}
interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly description?: string;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

const json = "application/json";

export function operationsOf(document: Document): Operation[] {
  const operations = routes.map((route) => operationOf(document, route));
  const names = operations.map(({ group, name }) => `${group}.${name}`);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  assert(twice.length === 0, `the client would have two operations of the name ${twice[0]}`);
  return operations;
}

function describedIn({ paths = {} }: Document, { path, method }: Route): Described {
  const methods = paths[path] as unknown as Readonly<Record<string, Described>>;
  const described = methods[method.toLowerCase()];
  assert(described, `${method} ${path} is not in the document`);
  return described;
}

function operationOf(document: Document, route: Route): Operation {
  const described = describedIn(document, route);
  const input = inputOf(route, described);
  const names = new Set(input?.fields.map(({ name }) => name));
  const answer = answerOf(document, route);
  return {
    ...methodName(route.path, operationIdOf(route)),
    operationId: operationIdOf(route),
    method: route.method,
    path: route.path,
    pathFields: pathFields(route.path),
    input,
    answer,
    pages: pagesOf(names),
    repeat: repeatOf(route),
    deadlineMs: route.deadlineMs,
    isBytes: route.raw !== undefined,
    isOpen: route.open === true,
    codes: described["x-error-codes"],
    text: `${described.summary}.\n\n${described.description}`,
  };
}

function inputOf(route: Route, { parameters = [], requestBody }: Described): SentInput | undefined {
  const schema = requestBody?.content[json]?.schema;
  if (schema && requestBody)
    return {
      place: "body",
      isRequired: requestBody.required,
      type: typeText(schema),
      fields: [],
    };
  const fields = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, required, schema: own, description = "" }) => ({
      name,
      required: required === true,
      schema: { ...own, description },
    }));
  if (fields.length === 0) return undefined;
  const type = `${capitalised(operationIdOf(route))}Query`;
  return { place: "query", isRequired: fields.some(({ required }) => required), type, fields };
}

function answerOf(document: Document, route: Route): Answer {
  if (route.raw) return { whole: "Blob" };
  const { responses } = describedIn(document, route);
  const schema = responses[route.status]?.content?.[json]?.schema ?? {};
  const [whole = {}, page, changes] = schema.anyOf ?? [schema];
  const list = whole.type === "array" ? whole : itemsOf(document, whole);
  return {
    whole: typeText(whole),
    ...(list?.items ? { item: typeText(list.items) } : {}),
    ...(page ? { page: typeText(page) } : {}),
    ...(changes ? { changes: typeText(changes) } : {}),
  };
}

/** The list in a page. */
function itemsOf({ components }: Document, page: Schema): Schema | undefined {
  const schemas = components?.schemas as Readonly<Record<string, Schema>> | undefined;
  return schemas?.[typeText(page)]?.properties?.["items"];
}

function pagesOf(fields: ReadonlySet<string>): Operation["pages"] {
  if (fields.has("limit") && fields.has("offset")) return "offset";
  return fields.has("cursor") ? "cursor" : undefined;
}

/** The ways in which a client may repeat a request although it does not know the outcome of the first. */
function repeatOf(route: Route): Operation["repeat"] {
  if (route.contract.kind === "read") return "read";
  if (route.repeatStatus !== undefined) return "by id";
  if (route.contract.keyed) return "by header";
  return "idempotencyKey" in clientFields(route) ? "by key" : undefined;
}
