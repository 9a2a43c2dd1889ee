/** How one calls an operation from a shell, in TypeScript with @slipway/client, and in Python. Pure. */
import type { Example } from "../../dev/src/openapi/examples/examples.ts";
import type { SentInput, Operation } from "../client/operations.ts";

export interface Samples {
  readonly curl: string;
  readonly typescript: string;
  readonly python: string;
}

/** Without an example the path keeps its parameters as they are. */
export function samplesOf(operation: Operation, example: Example | undefined): Samples {
  const { method, isOpen } = operation;
  const request = { method, isOpen, ...targetOf(operation, example) };
  return {
    curl: curl(request),
    typescript: typescript(operation, example),
    python: python(request),
  };
}

interface Request {
  readonly method: string;
  /** It needs no credential. */
  readonly isOpen: boolean;
  /** The path below the address of the server, with its query. */
  readonly target: string;
  readonly body: unknown;
}

function targetOf(
  { path }: Operation,
  example: Example | undefined,
): Pick<Request, "target" | "body"> {
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (whole, name: string) => example?.path?.[name] ?? whole,
  );
  const query = new URLSearchParams(example?.query).toString().replaceAll("%3A", ":");
  return { target: filled + (query === "" ? "" : `?${query}`), body: example?.body };
}

function curl({ method, target, body, isOpen }: Request): string {
  const lines = [
    ...(method === "GET" ? [] : [`-X ${method}`]),
    `"$SLIPWAY_URL/api/v1${target}"`,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $SLIPWAY_KEY"']),
    // A quote within a quoted word of a shell ends the word, stands for itself, and begins it again.
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ];
  return `curl ${lines.join(" \\\n  ")}`;
}

function typescript(operation: Operation, example: Example | undefined): string {
  const { group, name, pathFields, input } = operation;
  const path = pathFields.map((field) => {
    const value = example?.path?.[field];
    return value === undefined ? field : JSON.stringify(value);
  });
  const given = input?.place === "query" ? queryOf(input, example) : example?.body;
  const values = given === undefined ? path : [...path, literal(given)];
  return [
    'import { createClient } from "@slipway/client";',
    "",
    "const slipway = createClient({ baseUrl, apiKey });",
    `const answer = await slipway.${group}.${name}(${values.join(", ")});`,
  ].join("\n");
}

/** The query, with numbers and truth values as what they are: in the address they are text. */
function queryOf({ fields }: SentInput, example: Example | undefined): object | undefined {
  const types = new Map(fields.map(({ name, schema }) => [name, schema.type]));
  const members = Object.entries(example?.query ?? {}).map(([name, value]): [string, unknown] => [
    name,
    isText(types.get(name)) ? value : JSON.parse(value),
  ]);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** An enum stands elsewhere in the document, and so has no type here. */
function isText(type: unknown): boolean {
  return type !== "integer" && type !== "number" && type !== "boolean";
}

/** The literal as people write it: names of members without quotes where they need none. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z]\w*)":/gm, "$1$2:");
}

function python({ method, target, body, isOpen }: Request): string {
  const members = body === undefined ? [] : [`    json=${pythonLiteral(body)},`];
  return [
    "import os, requests",
    "",
    `answer = requests.${method.toLowerCase()}(`,
    `    os.environ["SLIPWAY_URL"] + "/api/v1${target}",`,
    ...(isOpen ? [] : ['    headers={"Authorization": "Bearer " + os.environ["SLIPWAY_KEY"]},']),
    ...members,
    "    timeout=30,",
    ")",
    "answer.raise_for_status()",
  ].join("\n");
}

/** JSON is Python but for three words. */
function pythonLiteral(value: unknown, indent = "    "): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((each) => pythonLiteral(each, inner))
    : Object.entries(value).map(
        ([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")},\n${indent}${close}`;
}
