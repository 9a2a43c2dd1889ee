/** Says how answers differ from what openapi.json promises. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

interface Response {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

export interface Answered {
  readonly method: string;
  /** Below /api/v1, with or without a query. */
  readonly path: string;
  readonly status: number;
  /** Undefined where the answer is no JSON. */
  readonly body: unknown;
}

/** Differences of an answer from the document, in words; none for a path that is no operation. */
export function createAnswerCheck(): (answered: Answered) => string[] {
  const file = new URL("../../openapi.json", import.meta.url);
  const document = JSON.parse(readFileSync(file, "utf8")) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, "openapi");
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));

  const validators = new Map<string, ValidateFunction>();

  return ({ method, path, status, body }) => {
    const plain = path.split("?", 1)[0] ?? "";
    const template = templates.find(({ pattern }) => pattern.test(plain))?.template;
    const responses = document.paths[template ?? ""]?.[method.toLowerCase()]?.responses;
    if (template === undefined || !responses) return [];
    const response = responses[status];
    if (!response) return [`${method} ${template} answers ${status}, which is not described`];
    const place = ["paths", template, method.toLowerCase(), "responses", String(status)];
    const at = response.$ref ?? `#/${place.map(escape).join("/")}`;
    const isJson = response.$ref !== undefined || "application/json" in (response.content ?? {});
    if (!isJson) return body === undefined ? [] : [`${method} ${template} ${status} is no JSON`];
    const validate =
      validators.get(at) ?? ajv.compile({ $ref: `openapi${at}/content/application~1json/schema` });
    validators.set(at, validate);
    return differences(`${method} ${template} ${status}`, validate, body);
  };
}

function differences(what: string, validate: ValidateFunction, body: unknown): string[] {
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${what}: ${instancePath || "the body"} ${message} ${JSON.stringify(params)}`,
  );
}

function escape(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
