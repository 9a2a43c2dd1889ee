import type { ZodOpenApiResponseObject } from "zod-openapi";

/** Headers that answers carry, as OpenAPI's components have them. */
export const headerComponents = {
  ETag: {
    description: "Names these bytes and no others.",
    schema: { type: "string" },
  },
  "Idempotent-Replayed": {
    description:
      "`true`: the booking was made by an earlier request with this `idempotencyKey`. Absent where " +
      "this request has made it.",
    schema: { type: "string", const: "true" },
  },
  RateLimit: {
    description:
      "What the credential, and its tenant with all its credentials, may still send, and in how many " +
      'seconds they may send more: `"credential";r=137;t=1, "tenant";r=512;t=1`. A limit that is not set ' +
      "is absent.",
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description:
      "Requests per seconds of one credential and of one tenant: " +
      '`"credential";q=100;w=1, "tenant";q=300;w=1`.',
    schema: { type: "string" },
  },
  "Retry-After": {
    description: "Seconds to wait before the request is repeated. Nothing was done.",
    schema: { type: "integer", minimum: 1 },
  },
  "Sync-Watermark": {
    description:
      "Of answers to `updatedSince` and `cursor`: a crawl that begins here, now or later, finds " +
      "every change that this one has not given.",
    schema: { type: "string", format: "date-time" },
  },
} as const;

export type HeaderName = keyof typeof headerComponents;

/** The headers of a status, beside those that every answer has. */
export function headersOf(
  status: number,
  own: readonly HeaderName[] = [],
): Pick<ZodOpenApiResponseObject, "headers"> {
  const names: HeaderName[] = [
    ...own,
    ...(status === 401 ? [] : (["RateLimit", "RateLimit-Policy"] as const)),
    ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
  ];
  if (names.length === 0) return {};
  const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(references) as never };
}
