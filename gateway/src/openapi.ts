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
import { tagDescriptions } from "./openapi-tags.ts";
import { type Route, bodyUse, clientFields, inputPlace, pathFields } from "./route.ts";
import { routeRefusals } from "./route-refusals.ts";
import { routes } from "./routes.ts";

const json = "application/json";

/** The description of the HTTP interface in OpenAPI 3.1, made of its routes and their contracts. */
export function openApiDocument(): ReturnType<typeof createDocument> {
  return withExamples(withParameterTexts(withoutExamples()));
}

/** A parameter is described by itself: readers and generators look there, not into its schema. */
function withParameterTexts(document: ReturnType<typeof createDocument>): typeof document {
  for (const methods of Object.values(document.paths ?? {}))
    for (const { parameters = [] } of Object.values(methods as Record<string, DescribedOperation>))
      for (const parameter of parameters) {
        const { description = "" } = parameter.schema;
        delete parameter.schema.description;
        parameter.description = description;
      }
  return document;
}

interface DescribedOperation {
  readonly parameters?: { description?: string; readonly schema: { description?: string } }[];
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
          "the credential; records of others are reported as absent. Amounts of money are integers in " +
          "minor units of the currency. Date-times are sent in any RFC 3339 form with an offset and " +
          "answered in UTC with milliseconds. Unknown members of a body and unknown query parameters " +
          "are ignored. Every refusal is a `Problem` with a stable `code`.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: "/api/v1" }],
      tags: [...new Set(routes.map(tagOf))].map((name) => ({
        name,
        description: tagDescriptions[name] ?? "",
      })),
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
  in: z.enum(["body", "query", "path"]).describe("Which part of the request is at fault."),
  pointer: z.string().meta({
    description:
      "The field: an RFC 6901 pointer into the body as a URI fragment, or the name of a query parameter.",
    examples: ["#/unitItems/0/quantity"],
  }),
  code: z
    .enum([
      "REQUIRED",
      "INVALID_TYPE",
      "INVALID_FORMAT",
      "TOO_SMALL",
      "TOO_BIG",
      "INVALID_VALUE",
      "MUTUALLY_EXCLUSIVE",
      "IMMUTABLE_FIELD",
    ])
    .describe("What is wrong with the field. Programs may rely on it."),
  detail: z.string().meta({
    description: "What the field must be, for people. It never repeats the value that was sent.",
    examples: ["must be >= 1"],
  }),
});

const problem = z
  .object({
    type: z.string().meta({
      description: "The code as a URN, for readers of RFC 9457.",
      examples: ["urn:slipway:error:capacity-exhausted"],
    }),
    title: z.string().meta({
      description: "What the code means, in a few words that stay the same.",
      examples: [refusals.CAPACITY_EXHAUSTED.title],
    }),
    status: z.int().describe("HTTP status of the answer, 400 to 599."),
    code: z
      .enum(codes)
      .describe("Why the request was refused. Programs may rely on it; new codes may be added."),
    detail: z
      .string()
      .describe("What happened this time, for people. Its wording may change.")
      .optional(),
    requestId: z
      .string()
      .describe(
        "Id of the request, as in the header `X-Request-Id`. Tell it when you ask for help.",
      ),
    errors: z
      .array(fieldError)
      .describe("The fields at fault, at most 50; absent where none is.")
      .optional(),
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
    description: descriptionOf(route),
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

/** What the operation does, what a repeat does, and what credential it needs. */
function descriptionOf(route: Route): string {
  const { about, kind } = route.contract;
  const repeat = kind === "read" ? "It changes nothing and may be repeated." : about?.repeat;
  return [about?.description, repeat, credentialNote(route)].filter(Boolean).join("\n\n");
}

function requestOf(route: Route): Pick<ZodOpenApiOperationObject, "requestParams" | "requestBody"> {
  const { shape } = route.contract.input as z.ZodObject<Record<string, z.ZodType>>;
  const path = Object.fromEntries(
    // Their bounds are not told: what no id can be is answered like an id that names nothing.
    pathFields(route.path).map((name) => [
      name,
      z.string().describe(shape[name]?.description ?? ""),
    ]),
  );
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
    [route.status]: { description: answerText(route), ...headers, content },
  };
}

/** What a success answers: its record, or what the operation does. */
function answerText({ contract, summary }: Route): string {
  return contract.output.description ?? contract.about?.description ?? summary;
}

/** Bytes: whole, a range of them, or none where the client has them or none are where it asks. */
function streamed(
  route: Route,
  contentTypes: readonly string[],
): Record<string, ZodOpenApiResponseObject> {
  const { status } = route;
  const content = Object.fromEntries(contentTypes.map((type) => [type, { schema: {} }]));
  const headers = headersOf(status, ["ETag"]);
  return {
    [status]: { description: answerText(route), ...headers, content },
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
  const page = z.object({
    items: items.describe("The records of this page, in the order of the list."),
    total: z.int().min(0).describe("How many records the whole list has, 0 or more."),
  });
  if (!route.changes) return z.union([items, page]);
  const changes = z.object({
    items: items.describe("Records that have changed, by `updatedAt` and then by id."),
    nextCursor: z
      .string()
      .nullable()
      .describe("Send it as `cursor` for the next page; null on the last page."),
  });
  return z.union([items, page, changes]);
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
    description: all.map((code) => `- \`${code}\`: ${refusals[code].description}`).join("\n"),
    ...headersOf(all[0] ? refusals[all[0]].status : 0),
    content: {
      [json]: {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            {
              type: "object",
              properties: { code: { enum: [...all], description: "One of the codes above." } },
            },
          ],
        },
      },
    },
  };
}
