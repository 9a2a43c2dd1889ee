/** Says how answers differ from what openapi.json promises. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isRefusalCode, refusals } from "@slipway/contracts";
import { commonHeaders } from "@slipway/dev/openapi-headers";

interface Response {
  $ref?: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object; examples?: Record<string, object> }>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

interface Answered {
  readonly method: string;
  /** Below /api/v1 or /octo, with or without a query. */
  readonly path: string;
  readonly status: number;
  /** Undefined where the answer is no JSON. */
  readonly body: unknown;
  /** Names of its headers, where they are looked at. */
  readonly headers?: readonly string[];
}

type AnswerCheck = (answered: Answered) => string[];

/** A worker's files share them: a schema is compiled once. */
const checks = new Map<string, AnswerCheck>();

/**
 * Differences of an answer from the document, in words; none for a path that is no operation.
 * @param file the document, at the root
 */
export function answerCheckOf(file = "openapi.json"): AnswerCheck {
  const check = checks.get(file) ?? createAnswerCheck(file);
  checks.set(file, check);
  return check;
}

function createAnswerCheck(file: string): AnswerCheck {
  const source = new URL(`../../${file}`, import.meta.url);
  const document = closed(JSON.parse(readFileSync(source, "utf8"))) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, "openapi");
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));

  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (at: string): ValidateFunction => {
    const validate =
      validators.get(at) ?? ajv.compile({ $ref: `openapi${at}/content/application~1json/schema` });
    validators.set(at, validate);
    return validate;
  };
  const resolved = (response: Response): Response =>
    response.$ref === undefined
      ? response
      : (document.components.responses[response.$ref.split("/").at(-1) ?? ""] ?? response);

  return ({ method, path, status, body, headers = [] }) => {
    const plain = path.split("?", 1)[0] ?? "";
    const template = templates.find(({ pattern }) => pattern.test(plain))?.template ?? "";
    const responses = document.paths[template]?.[method.toLowerCase()]?.responses;
    if (!responses) return [];
    const what = `${method} ${template} ${status}`;
    const name = nameOf(responses, status, resolved);
    if (name === undefined) return [`${what} is not described`];
    const response = responses[name] ?? {};
    const ofHeaders = undeclaredHeaders(what, resolved(response), headers);
    const isJson = "application/json" in (resolved(response).content ?? {});
    if (!isJson) return [...ofHeaders, ...(body === undefined ? [] : [`${what} is no JSON`])];
    const place = ["paths", template, method.toLowerCase(), "responses", name];
    const at = response.$ref ?? `#/${place.map(escape).join("/")}`;
    return [
      ...ofHeaders,
      ...differences(what, validatorAt(at), body),
      ...unknownCode(what, resolved(response), body),
      ...emptyDetail(what, body),
    ];
  };
}

/** A document that allows no member in an answer which it does not name. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, each]) => [key, closed(each)]));
  return "properties" in copy && copy["type"] === "object"
    ? { additionalProperties: false, ...copy }
    : copy;
}

const common = new Set(
  Object.values(commonHeaders)
    .flat()
    .map((name) => name.toLowerCase()),
);

function undeclaredHeaders(
  what: string,
  { headers = {} }: Response,
  sent: readonly string[],
): string[] {
  const declared = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return sent
    .filter((name) => !declared.has(name) && !common.has(name))
    .map((name) => `${what}: the header ${name} is not declared`);
}

/** Under which name a status is described. What any operation answers is of the statuses of its codes alone. */
function nameOf(
  responses: Record<string, Response>,
  status: number,
  resolved: (response: Response) => Response,
): string | undefined {
  if (status in responses) return String(status);
  const { content } = resolved(responses["default"] ?? {});
  const codes = Object.keys(content?.["application/json"]?.examples ?? {});
  const isOfAny = codes.some((code) => isRefusalCode(code) && refusals[code].status === status);
  return isOfAny ? "default" : undefined;
}

/** A status is answered with the codes alone of which the response has an example. */
function unknownCode(what: string, { content }: Response, body: unknown): string[] {
  const codes = content?.["application/json"]?.examples;
  const { code } = body as { code?: string };
  if (!codes || (code !== undefined && Object.hasOwn(codes, code))) return [];
  return [`${what}: the code ${code} is not among ${Object.keys(codes).join(", ")}`];
}

/** A detail says more than the title, or is left out. */
function emptyDetail(what: string, body: unknown): string[] {
  const { title, detail } = body as { title?: string; detail?: string };
  return detail !== undefined && detail === title ? [`${what}: the detail is the title again`] : [];
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
