import { type RefusalCode, refusals } from "@slipway/contracts";
import { z } from "zod";
import {
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
  createDocument,
} from "zod-openapi";
import { withExamples } from "./describe-examples.ts";
import { headerComponents, headersOf } from "./openapi-headers.ts";
import { type Route, bodyUse, clientFields, inputPlace, pathFields } from "./route.ts";
import { routeRefusals } from "./route-refusals.ts";
import { routes } from "./routes.ts";

const json = "application/json";

/** The description of the HTTP interface in OpenAPI 3.1, made of its routes and their contracts. */
export function openApiDocument(): ReturnType<typeof createDocument> {
  return withExamples(withoutExamples());
}

function withoutExamples(): ReturnType<typeof createDocument> {
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Slipway",
        version: "0.1.0",
        description:
          "Booking and inventory for tours and activities. Every record belongs to the tenant of " +
          "the credential; records of others are reported as absent.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: "/api/v1" }],
      tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
      paths: paths(),
      components: {
        schemas: { Problem: problem },
        headers: headerComponents,
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            description: "An API key, `slw_...`, or a session's token, `sls_...`",
          },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "__Host-slipway-session",
            description:
              "A session of a browser; without TLS the cookie is `slipway-session`. What changes " +
              "something must come from the same origin, as JSON. A bearer sent beside it decides. " +
              "`POST /sessions` also sets the device cookie `__Host-slipway-device` for a year " +
              "(without TLS `slipway-device`; HttpOnly, SameSite=Strict, Secure over TLS). It is no " +
              "credential. A log-in with it does not wait for failed log-ins of other clients.",
          },
        },
      },
    },
    { override: tidy },
  );
}

const codes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]];

const fieldError = z.object({
  in: z.enum(["body", "query", "path"]),
  pointer: z.string(),
  code: z.enum([
    "REQUIRED",
    "INVALID_TYPE",
    "INVALID_FORMAT",
    "TOO_SMALL",
    "TOO_BIG",
    "INVALID_VALUE",
    "MUTUALLY_EXCLUSIVE",
    "IMMUTABLE_FIELD",
  ]),
  detail: z.string(),
});

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(codes),
    detail: z.string().optional(),
    requestId: z.string(),
    errors: z.array(fieldError).optional(),
  })
  .meta({ id: "Problem", description: "Why a request was refused." });

/** What zod adds to every integer tells a reader nothing. */
const tidy: NonNullable<CreateDocumentOptions["override"]> = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
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
    operationId: route.operationId ?? route.contract.name.split(".")[1] ?? route.contract.name,
    tags: [tagOf(route)],
    summary: route.summary,
    description: [credentialNote(route), route.note].filter(Boolean).join(" "),
    security: securityOf(route),
    ...requestOf(route),
    responses: responsesOf(route),
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

function requestOf(route: Route): Pick<ZodOpenApiOperationObject, "requestParams" | "requestBody"> {
  const path = Object.fromEntries(pathFields(route.path).map((name) => [name, z.string()]));
  const fields = clientFields(route);
  const requestParams = {
    ...(Object.keys(path).length > 0 ? { path: z.object(path) } : {}),
    ...(inputPlace(route) === "query" ? { query: z.object(fields) } : {}),
  };
  if (bodyUse(route) === "none") return { requestParams };
  const schema = z.object(fields).meta({
    ...route.contract.input.meta(),
    ...(route.method === "PATCH" ? { override: { minProperties: 1 } } : {}),
  });
  const required = bodyUse(route) === "required";
  return { requestParams, requestBody: { required, content: { [json]: { schema } } } };
}

function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(routeRefusals(route), (code) => refusals[code].status);
  const refused = [...byStatus].map(([status, all]) => [String(status), refusedResponse(all)]);
  return { ...successOf(route), ...Object.fromEntries(refused) } as ZodOpenApiResponsesObject;
}

function successOf(route: Route): Record<string, ZodOpenApiResponseObject> {
  if (route.raw) return streamed(route, route.raw.contentTypes);
  const schema = answerSchema(route);
  const content = { [json]: { schema } };
  const headers = route.open ? {} : headersOf(route.status, route.answerHeaders);
  const repeat = { description: "What was asked for before, as it is now.", ...headers, content };
  return {
    ...(route.repeatStatus === undefined ? {} : { [route.repeatStatus]: repeat }),
    [route.status]: { description: route.summary, ...headers, content },
  };
}

/** Bytes: whole, a range of them, or none where the client has them or none are where it asks. */
function streamed(
  { status, summary }: Route,
  contentTypes: readonly string[],
): Record<string, ZodOpenApiResponseObject> {
  const content = Object.fromEntries(contentTypes.map((type) => [type, { schema: {} }]));
  const headers = headersOf(status, ["ETag"]);
  return {
    [status]: { description: summary, ...headers, content },
    206: { description: "The range that `Range` asks for.", ...headers, content },
    304: { description: "`If-None-Match` names these very bytes.", ...headers },
    416: { description: "Nothing is in the range that `Range` asks for.", ...headers },
  };
}

/**
 * What a route answers; a list without `limit` is an array, with it one page and the total, and by
 * `updatedSince` or `cursor` what has changed.
 */
function answerSchema(route: Route): z.ZodType {
  const { output } = route.contract;
  if (!route.paged) return output;
  const { items } = (output as z.ZodObject<{ items: z.ZodType }>).shape;
  if (route.paged === "array" || !("limit" in clientFields(route))) return items;
  const page = z.object({ items, total: z.int().min(0) });
  if (!route.changes) return z.union([items, page]);
  return z.union([items, page, z.object({ items, nextCursor: z.string().nullable() })]);
}

function refusedResponse(all: readonly RefusalCode[]): ZodOpenApiResponseObject {
  const [only, ...more] = all;
  const shared = only && more.length === 0 ? single.get(only) : undefined;
  return shared ?? refusalResponse(all);
}

/** A status with one code alone is described once. */
const single = new Map(codes.map((code) => [code, { id: code, ...refusalResponse([code]) }]));

function refusalResponse(all: readonly RefusalCode[]): ZodOpenApiResponseObject {
  return {
    description: all.map((code) => `- \`${code}\`: ${refusals[code].title}`).join("\n"),
    ...headersOf(all[0] ? refusals[all[0]].status : 0),
    content: {
      [json]: {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            { type: "object", properties: { code: { enum: [...all] } } },
          ],
        },
      },
    },
  };
}
