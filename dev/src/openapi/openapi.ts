import { z } from "zod";
import {
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  createDocument,
} from "zod-openapi";
import { withExamples } from "./describe-examples.ts";
import { headerComponents } from "./openapi-headers.ts";
import { idempotencyHeader, ifMatchHeader, repeatHeader } from "./request-headers.ts";
import { responsesOf } from "./openapi-answers.ts";
import { info, securitySchemes } from "./openapi-head.ts";
import { tagDescriptions, tagGroupsOf } from "./openapi-tags.ts";
import { messageTag, webhooks } from "./openapi-webhooks.ts";
import { routeRefusals } from "./route-refusals.ts";
import {
  type Route,
  bodyUse,
  clientFields,
  inputPlace,
  operationIdOf,
  pathFields,
  readsIfMatch,
  routes,
} from "@slipway/gateway/documented";

const json = "application/json";

/** The description of the HTTP interface in OpenAPI 3.1, made of its routes and their contracts. */
export function openApiDocument(): Document {
  return withExamples(asReadersTakeIt(withoutExamples()));
}

/** Changes the document of zod-openapi to the form that readers and generators understand best. */
export function asReadersTakeIt(document: Document): Document {
  return withParameterTexts(opened(document));
}

/** A parameter is described by itself: readers and generators look there, not into its schema. */
function withParameterTexts(document: Document): Document {
  for (const methods of Object.values(document.paths ?? {}))
    for (const { parameters = [] } of Object.values(methods as Record<string, DescribedOperation>))
      for (const parameter of parameters) {
        const { description = "" } = parameter.schema;
        delete parameter.schema.description;
        parameter.description = description;
      }
  return document;
}

type Document = ReturnType<typeof createDocument>;
interface DescribedOperation {
  readonly parameters?: { description?: string; readonly schema: { description?: string } }[];
}

/**
 * That answers have no further members is true today and no promise: a later release may add some
 * (docs/api-changes.md), and a client made from this document must not refuse them.
 */
function opened<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map((each: unknown) => opened(each)) as Node;
  if (typeof node !== "object" || node === null) return node;
  const members = Object.entries(node).filter(
    ([name, value]) => name !== "additionalProperties" || value !== false,
  );
  return Object.fromEntries(
    members.map(([name, each]): [string, unknown] => [name, opened(each)]),
  ) as Node;
}

const tagGroups = tagGroupsOf(new Set([...routes.map(tagOf), messageTag]));

function withoutExamples(): Document {
  return createDocument(
    {
      openapi: "3.1.0",
      info,
      servers: [{ url: "/api/v1", description: "The gateway that answers this document." }],
      tags: tagGroups
        .flatMap(({ tags }) => tags)
        .map((name) => ({ name, description: tagDescriptions[name] ?? "" })),
      // As Redocly and others read it.
      "x-tagGroups": tagGroups,
      paths: paths(),
      webhooks,
      components: { headers: headerComponents, securitySchemes },
    },
    { override: tidy },
  );
}

export const tidy: NonNullable<CreateDocumentOptions["override"]> = ({ jsonSchema, zodSchema }) => {
  // Bounds that zod adds to every integer say nothing to a reader.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // Generators for Java, C#, PHP and others make an enum of it, which does not compile.
  if (jsonSchema.type === "boolean") delete jsonSchema.const;
  // zod leaves out the examples of what it transforms, as if they were of the result. Ours are of what is sent.
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) jsonSchema.examples = examples;
};

function paths(): ZodOpenApiPathsObject {
  const described: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const operations = (described[route.path] ??= {});
    operations[route.method.toLowerCase()] = operation(route);
  }
  return described;
}

function operation(route: Route): ZodOpenApiOperationObject {
  return {
    operationId: operationIdOf(route),
    tags: [tagOf(route)],
    summary: route.summary,
    description: descriptionOf(route),
    security: securityOf(route),
    ...requestOf(route),
    responses: responsesOf(route),
    // Every code that the operation may answer, in one place.
    "x-error-codes": routeRefusals(route),
  };
}

function securityOf({ open, scope }: Route): Record<string, string[]>[] {
  const scopes = scope === null ? [] : [scope];
  return open ? [] : [{ bearer: scopes }, { session: scopes }];
}

function tagOf({ path }: Route): string {
  return path.split("/")[1] ?? "";
}

function credentialNote(route: Route): string {
  if (route.open) return "Needs no credential.";
  return route.scope === null ? "Needs any credential." : `Needs the scope \`${route.scope}\`.`;
}

/** Text on what the operation does, what a repeat does, and what credential it needs. */
function descriptionOf(route: Route): string {
  const { description, kind, keyed, repeat: ofRow } = route.contract;
  const own = kind === "read" ? "It changes nothing and may be repeated." : ofRow;
  const repeat = keyed && own ? `${repeatByKey} ${own}` : own;
  return [description, repeat, credentialNote(route)].filter(Boolean).join("\n\n");
}

/** The headers that a route reads, by what its contract says. */
function headersReadBy(route: Route): { header?: z.ZodObject } {
  const read = [
    ...(route.readsIdempotencyKey ? [idempotencyHeader] : []),
    ...(route.contract.keyed ? [repeatHeader] : []),
    ...(readsIfMatch(route) ? [ifMatchHeader] : []),
  ];
  const shape = Object.assign({}, ...read.map((each) => each.shape)) as z.ZodRawShape;
  return read.length === 0 ? {} : { header: z.object(shape) };
}

const repeatByKey =
  "With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record as it is. Without that header:";

export function requestOf(
  route: Route,
): Pick<ZodOpenApiOperationObject, "requestParams" | "requestBody"> {
  const { shape } = route.contract.input as z.ZodObject<Record<string, z.ZodType>>;
  const path = Object.fromEntries(
    // Their bounds are not in the document: what no id can be is answered like an id that names nothing.
    pathFields(route.path).map((name) => [
      name,
      z.string().describe(shape[name]?.description ?? ""),
    ]),
  );
  const fields = clientFields(route);
  const requestParams = {
    ...(Object.keys(path).length > 0 ? { path: z.object(path) } : {}),
    ...(inputPlace(route) === "query" ? { query: z.object(fields) } : {}),
    ...headersReadBy(route),
    ...(route.raw?.header ? { header: route.raw.header } : {}),
  };
  if (bodyUse(route) === "none") return { requestParams };
  const operationId = operationIdOf(route);
  const schema = z.object(fields).meta({
    id: `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}Request`,
    description: `The body of \`${route.method} ${route.path}\`.`,
    ...(route.method === "PATCH" ? { override: { minProperties: 1 } } : {}),
  });
  const required = bodyUse(route) === "required";
  return { requestParams, requestBody: { required, content: { [json]: { schema } } } };
}
