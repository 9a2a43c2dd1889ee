/** Pages of other origins that may use the API from a browser: with a key, never with a cookie (CORS). */
import type { IncomingHttpHeaders } from "node:http";
import type { RequestHandler } from "express";

/** Request headers that a page may send beside those that browsers always allow. */
const allowedHeaders = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "Last-Event-ID",
  "X-Slipway-Client",
];
/** Answer headers that a page may read beside those that browsers always show. */
const exposedHeaders = [
  "Deprecation",
  "ETag",
  "Idempotent-Replayed",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Sunset",
  "Sync-Watermark",
  "X-Request-Id",
];
/** How long a browser keeps the answer to a preflight, and so at most an origin that was taken away. */
const preflightSeconds = 600;

/**
 * Lets pages of these origins read the answers of one path, and answers their preflights. All other
 * requests go on as if it were not there: a browser keeps their answers from such a page.
 * @param methods those of the path.
 */
export function letOrigins(
  origins: ReadonlySet<string>,
  methods: readonly string[],
): RequestHandler {
  return ({ method, headers }, response, next) => {
    // A cache must not give the answer for one origin to another.
    response.appendHeader("Vary", "Origin");
    const { origin } = headers;
    if (origin === undefined || !origins.has(origin) || headers.cookie !== undefined) return next();
    const isPreflight =
      method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
    if (!isPreflight && !hasBearer(headers)) return next();
    response.setHeader("Access-Control-Allow-Origin", origin);
    if (!isPreflight) {
      response.setHeader("Access-Control-Expose-Headers", exposedHeaders.join(", "));
      return next();
    }
    return void response
      .writeHead(204, {
        "Access-Control-Allow-Methods": methods.join(", "),
        "Access-Control-Allow-Headers": allowedHeaders.join(", "),
        "Access-Control-Max-Age": String(preflightSeconds),
      })
      .end();
  };
}

function hasBearer({ authorization = "" }: IncomingHttpHeaders): boolean {
  return /^Bearer /i.test(authorization);
}
