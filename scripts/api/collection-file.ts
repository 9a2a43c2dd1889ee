/** A collection of all requests, made of the document, in the form of Postman 2.1, which Bruno and Insomnia read as well. */
import type { openApiDocument } from "../../dev/src/openapi/openapi.ts";

type Document = ReturnType<typeof openApiDocument>;

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: { readonly examples?: readonly unknown[]; readonly default?: unknown };
}
interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> };
}

const form = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** The text of the collection: a folder for each tag, the operations in the order of the document. */
export function collectionFile(document: Document): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Readonly<Record<string, Operation>>).map(
      ([method, operation]) => ({ tag: operation.tags[0], item: itemOf(path, method, operation) }),
    ),
  );
  const folders = (document.tags ?? [])
    .map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ tag }) => tag === name).map(({ item }) => item),
    }))
    // The tag of what Slipway sends has no requests.
    .filter(({ item }) => item.length > 0);
  const collection = {
    info: { name: document.info.title, description: document.info.description, schema: form },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: "http://127.0.0.1:3000/api/v1", type: "string" },
      { key: "apiKey", value: "", type: "string" },
    ],
    item: folders,
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function itemOf(path: string, method: string, operation: Operation): object {
  const { summary, description, security, parameters = [], requestBody } = operation;
  const body = requestBody?.content["application/json"]?.example;
  const headers = fieldsOf(parameters, "header");
  if (body !== undefined) headers.unshift({ key: "Content-Type", value: "application/json" });
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      ...(security.length === 0 ? { auth: { type: "noauth" } } : {}),
      header: headers,
      url: urlOf(path, parameters),
      ...(body === undefined ? {} : { body: jsonBody(body) }),
    },
  };
}

/** Optional fields of the query are there, but not sent until their box is ticked. */
function urlOf(path: string, parameters: readonly Parameter[]): object {
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ":$1")
    .split("/");
  const query = fieldsOf(parameters, "query");
  const sent = query.filter(({ disabled }) => disabled !== true);
  const search = sent.map(({ key, value }) => `${key}=${value}`).join("&");
  return {
    raw: `{{baseUrl}}/${segments.join("/")}${search === "" ? "" : `?${search}`}`,
    host: ["{{baseUrl}}"],
    path: segments,
    variable: fieldsOf(parameters, "path"),
    query,
  };
}

interface Field {
  readonly key: string;
  readonly value: string;
  readonly description?: string | undefined;
  readonly disabled?: true;
}

function fieldsOf(parameters: readonly Parameter[], place: string): Field[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description, example, schema }) => ({
      key: name,
      value: textOf(example ?? schema.examples?.[0] ?? schema.default),
      description,
      ...(required === true ? {} : { disabled: true as const }),
    }));
}

function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function jsonBody(example: unknown): object {
  return {
    mode: "raw",
    raw: JSON.stringify(example, null, 2),
    options: { raw: { language: "json" } },
  };
}
