import type { ZodOpenApiHeaderObject, ZodOpenApiResponseObject } from "zod-openapi";

/** Headers that answers carry, as OpenAPI's components have them. */
export const headerComponents = {
  "Accept-Ranges": {
    description: "`bytes`: the request may ask for a range of them by `Range`.",
    schema: { type: "string", const: "bytes" },
  },
  "Cache-Control": {
    description: "`private, no-cache`: a browser may keep it, and asks by its tag before each use.",
    schema: { type: "string", examples: ["private, no-cache"] },
  },
  "Content-Disposition": {
    description: "Name of the file, for a browser that saves it.",
    schema: {
      type: "string",
      examples: ['inline; filename="pho_019aa5b1e3407c9805f80ea65a7da6ad.jpg"'],
    },
  },
  "Content-Range": {
    description: "Which bytes these are, and how many there are: `bytes 0-1023/4096`.",
    schema: { type: "string", examples: ["bytes 0-1023/4096"] },
  },
  ETag: {
    description:
      "A file's tag names exactly these bytes. A record's is weak and has its `updatedAt`, which `If-Match` takes on PATCH of all records but the tenant.",
    schema: {
      type: "string",
      examples: ['"5d41402abc4b2a76b9719d911017c592"', 'W/"2027-05-01T10:00:00.000Z"'],
    },
  },
  "Idempotent-Replayed": {
    description:
      "`true`: an earlier request with this key has made the record, or the change. Absent where " +
      "this request has made it.",
    schema: { type: "string", const: "true" },
  },
  RateLimit: {
    description:
      "What the credential, and its tenant with all its credentials, may still send, and in how many " +
      'seconds they may send more: `"credential";r=137;t=1, "tenant";r=512;t=1`. A limit that is not set ' +
      "is absent.",
    schema: { type: "string", examples: ['"credential";r=137;t=1, "tenant";r=512;t=1'] },
  },
  "RateLimit-Policy": {
    description:
      "Requests per seconds of one credential and of one tenant: " +
      '`"credential";q=100;w=1, "tenant";q=300;w=1`.',
    schema: { type: "string", examples: ['"credential";q=100;w=1, "tenant";q=300;w=1'] },
  },
  "Retry-After": {
    description: "Seconds to wait before the request is repeated. Nothing was done.",
    schema: { type: "integer", minimum: 1, examples: [2] },
  },
  "Set-Cookie": {
    description:
      "Cookies for a browser: the session, and at a log-in the device. At the end of a session that a cookie carries, it takes that away.",
    schema: {
      type: "string",
      examples: ["slipway-session=sls_Shown; Path=/; HttpOnly; SameSite=Strict"],
    },
  },
  "Sync-Watermark": {
    description:
      "Of answers to `updatedSince` and `cursor`: read the change feed from here on, now or later, and you miss no change.",
    schema: { type: "string", format: "date-time", examples: ["2027-05-01T10:00:00.000Z"] },
  },
  "WWW-Authenticate": {
    description: "`Bearer`: the credential that is missing or not valid.",
    schema: { type: "string", const: "Bearer" },
  },
  "X-Accel-Buffering": {
    description: "`no`: a proxy passes each event on at once.",
    schema: { type: "string", const: "no" },
  },
  "X-Request-Id": {
    description:
      "Id of the request: the client's own `X-Request-Id` of 8 to 64 letters, digits, dots, hyphens and underscores, else a new one.",
    schema: {
      type: "string",
      minLength: 8,
      maxLength: 64,
      examples: ["0193a5c1-7d40-4b7e-9a52-3f1c5d8e2b60"],
    },
  },
} satisfies Record<string, ZodOpenApiHeaderObject>;

/**
 * Headers that any answer may have beside these: HTTP's own, and those that tell browsers their permissions. The
 * document's description lists them once.
 */
export const commonHeaders = {
  "HTTP's own": [
    "Allow",
    "Connection",
    "Content-Encoding",
    "Content-Length",
    "Content-Type",
    "Date",
    "Keep-Alive",
    "Transfer-Encoding",
    "Vary",
  ],
  "For browsers and caches": [
    "Access-Control-Allow-Headers",
    "Access-Control-Allow-Methods",
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
    "Access-Control-Max-Age",
    "Cache-Control",
    "Content-Security-Policy",
    "Cross-Origin-Opener-Policy",
    "Cross-Origin-Resource-Policy",
    "Origin-Agent-Cluster",
    "Referrer-Policy",
    "Strict-Transport-Security",
    "X-Content-Type-Options",
    "X-DNS-Prefetch-Control",
    "X-Download-Options",
    "X-Frame-Options",
    "X-Permitted-Cross-Domain-Policies",
    "X-XSS-Protection",
  ],
} as const;

export const commonHeadersText = Object.entries(commonHeaders)
  .map(([whose, names]) => `${whose}: ${names.map((name) => `\`${name}\``).join(", ")}.`)
  .join(" ");

export type HeaderName = keyof typeof headerComponents;

interface HeaderTerms {
  readonly own?: readonly HeaderName[] | undefined;
  /** Whether the request counts for a credential. */
  readonly isCounted?: boolean;
}

/** The headers of a status, beside the common ones. */
export function headersOf(
  status: number,
  { own = [], isCounted = status !== 401 }: HeaderTerms = {},
): Required<Pick<ZodOpenApiResponseObject, "headers">> {
  const names: HeaderName[] = [
    ...own,
    ...(isCounted ? (["RateLimit", "RateLimit-Policy"] as const) : []),
    ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    "X-Request-Id",
  ];
  const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(references) as never };
}
