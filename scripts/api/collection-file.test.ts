/** Reads the collection as Postman does, and compares each request with the document. */
import { describe, expect, it } from "@jest/globals";
import { createRequire } from "node:module";
import { openApiDocument } from "../../dev/src/openapi/openapi.ts";
import { collectionFile } from "./collection-file.ts";

/** The part of postman-collection that we use; its own types do not fit it. */
interface Postman {
  readonly Collection: new (json: unknown) => Collection;
  readonly Item: { isItem(item: unknown): boolean };
}
interface Collection {
  readonly items: List<Folder>;
  readonly auth: { parameters(): { get(name: string): unknown } };
  readonly variables: { replace(text: string): string };
}
interface Folder {
  readonly name: string;
  readonly items: List<{ readonly request: SentRequest }>;
}
interface SentRequest {
  readonly method: string;
  readonly url: { path: string[]; query: List<Field>; variables: List<Field>; toString(): string };
  readonly body?: { readonly raw: string };
  readonly auth?: { readonly type: string };
}
interface Field {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}
interface List<Member> {
  all(): Member[];
}

const postman = createRequire(import.meta.url)("postman-collection") as Postman;
const document = openApiDocument();
const collection = new postman.Collection(JSON.parse(collectionFile(document)));
const folders = collection.items.all();
const items = folders.flatMap((folder) => folder.items.all());
const requests = new Map(
  items.map(({ request }) => [`${request.method} /${request.url.path.join("/")}`, request]),
);

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly example?: unknown;
}
interface Described {
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { content: { "application/json": { example: unknown } } };
}
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Described>).map(
    ([method, operation]): [head: string, operation: Described] => [
      `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      operation,
    ],
  ),
);

describe("the collection", () => {
  it("has a folder for each tag of operations, with its operations", () => {
    const counts = (document.tags ?? []).map(({ name }) => ({
      name,
      count: operations.filter(([, { tags }]) => tags[0] === name).length,
    }));
    expect(folders.map(({ name, items: own }) => ({ name, count: own.all().length }))).toEqual(
      counts.filter(({ count }) => count > 0),
    );
  });

  it("has each operation once, as a request", () => {
    expect([...requests.keys()].toSorted()).toEqual(operations.map(([head]) => head).toSorted());
    expect(items).toHaveLength(operations.length);
    expect(items.filter((item) => !postman.Item.isItem(item))).toEqual([]);
  });

  it.each(operations)("sends %s with the example body and what is required", (head, operation) => {
    const request = requests.get(head);
    const body = request?.body?.raw;
    const shown = operation.requestBody?.content["application/json"].example;
    expect(body === undefined ? undefined : JSON.parse(body)).toEqual(shown);
    expect(request?.auth?.type).toBe(operation.security.length === 0 ? "noauth" : undefined);
    const required = (operation.parameters ?? []).filter((each) => each.required === true);
    const sent = [...(request?.url.query.all() ?? []), ...(request?.url.variables.all() ?? [])]
      .filter(({ disabled }) => disabled !== true)
      .map(({ key, value }) => ({ name: key, value }));
    expect(sent.toSorted(byName)).toEqual(
      required.map(({ name, example = "" }) => ({ name, value: example })).toSorted(byName),
    );
  });

  it("sends the key, to the server of the variables", () => {
    const request = requests.get("GET /suppliers/:id");
    expect(collection.variables.replace(String(request?.url))).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/api\/v1\/suppliers\/sup_\w+$/,
    );
    expect(collection.auth.parameters().get("token")).toBe("{{apiKey}}");
  });
});

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}
