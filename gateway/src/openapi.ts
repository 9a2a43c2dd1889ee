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
import { type Row, bodyUse, clientFields, inputPlace, pathFields } from "./route.ts";
import { rowRefusals } from "./row-refusals.ts";
import { rows } from "./routes.ts";

const json = "application/json";

/** The description of the HTTP interface in OpenAPI 3.1, made of its rows and their contracts. */
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
      tags: [...new Set(rows.map(tagOf))].map((name) => ({ name })),
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
  for (const row of rows) {
    const operations = (described[row.path] ??= {});
    operations[row.method.toLowerCase()] = operation(row);
  }
  return described;
}

function operation(row: Row): ZodOpenApiOperationObject {
  return {
    operationId: row.operationId ?? row.contract.name.split(".")[1] ?? row.contract.name,
    tags: [tagOf(row)],
    summary: row.summary,
    description: [credentialNote(row), row.note].filter(Boolean).join(" "),
    security: securityOf(row),
    ...requestOf(row),
    responses: responsesOf(row),
  };
}

function securityOf({ open, scope }: Row): Record<string, string[]>[] {
  const scopes = scope === null ? [] : [scope];
  return open ? [] : [{ bearer: scopes }, { session: scopes }];
}

function tagOf({ path }: Row): string {
  return path.split("/")[1] ?? "";
}

function credentialNote(row: Row): string {
  if (row.open) return "Needs no credential.";
  return row.scope === null ? "Needs any credential." : `Needs the scope \`${row.scope}\`.`;
}

function requestOf(row: Row): Pick<ZodOpenApiOperationObject, "requestParams" | "requestBody"> {
  const path = Object.fromEntries(pathFields(row.path).map((name) => [name, z.string()]));
  const fields = clientFields(row);
  const requestParams = {
    ...(Object.keys(path).length > 0 ? { path: z.object(path) } : {}),
    ...(inputPlace(row) === "query" ? { query: z.object(fields) } : {}),
  };
  if (bodyUse(row) === "none") return { requestParams };
  const schema = z.object(fields).meta({
    ...row.contract.input.meta(),
    ...(row.method === "PATCH" ? { override: { minProperties: 1 } } : {}),
  });
  const required = bodyUse(row) === "required";
  return { requestParams, requestBody: { required, content: { [json]: { schema } } } };
}

function responsesOf(row: Row): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(rowRefusals(row), (code) => refusals[code].status);
  const refused = [...byStatus].map(([status, all]) => [String(status), refusedResponse(all)]);
  return { ...successOf(row), ...Object.fromEntries(refused) } as ZodOpenApiResponsesObject;
}

function successOf(row: Row): Record<string, ZodOpenApiResponseObject> {
  if (row.stream) return streamed(row, row.stream.contentTypes);
  const schema = answerSchema(row);
  const content = { [json]: { schema } };
  const headers = row.open ? {} : headersOf(row.status, row.answerHeaders);
  const repeat = { description: "What was asked for before, as it is now.", ...headers, content };
  return {
    ...(row.repeatStatus === undefined ? {} : { [row.repeatStatus]: repeat }),
    [row.status]: { description: row.summary, ...headers, content },
  };
}

/** Bytes: whole, a range of them, or none where the client has them or none are where it asks. */
function streamed(
  { status, summary }: Row,
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
 * What a row answers; a list without `limit` is an array, with it one page and the total, and by
 * `updatedSince` or `cursor` what has changed.
 */
function answerSchema(row: Row): z.ZodType {
  const { output } = row.contract;
  if (!row.paged) return output;
  const { items } = (output as z.ZodObject<{ items: z.ZodType }>).shape;
  if (row.paged === "array" || !("limit" in clientFields(row))) return items;
  const page = z.object({ items, total: z.int().min(0) });
  if (!row.changes) return z.union([items, page]);
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
