import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Span, httpRequest, startSpan } from "@slipway/telemetry";

/** Where a request stands in a trace (W3C trace context). */
export interface Trace {
  /** The client's, so that its lines and ours are found together; else one of our own. */
  readonly traceId: string;
  /** The id of this gateway's span for the request. */
  readonly spanId: string;
  /** The trace header that is passed on with every call. */
  readonly traceparent: string;
  /** Undefined where nothing is traced: then the ids are for the log alone. */
  readonly span: Span | undefined;
}

// A later version may append fields; version ff and ids of zeros alone are invalid.
const incoming =
  /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-|$)/;

/** Continues the client's trace where its header is valid, and begins one where it is not. */
export function traceOf({ headers, method = "" }: IncomingMessage): Trace {
  const given = headers["traceparent"];
  const parsed = typeof given === "string" ? incoming.exec(given) : null;
  const span = startSpan(() => httpRequest(method), parsed ? given?.toString() : undefined);
  if (span) return ofSpan(span);
  // 32 digits. A UUID is random enough, never zero, and the cheapest that Node has.
  const own = randomUUID().replaceAll("-", "");
  const traceId = parsed?.[1] ?? own;
  const spanId = own.slice(16);
  // Nobody has asked for a trace of ours to be recorded.
  const flags = parsed?.[2] ?? "00";
  const traceparent = `00-${traceId}-${spanId}-${flags}`;
  return { traceId, spanId, traceparent, span: undefined };
}

function ofSpan(span: Span): Trace {
  const { traceparent } = span;
  const [, traceId = "", spanId = ""] = traceparent.split("-");
  return { traceId, spanId, traceparent, span };
}

interface Ended {
  readonly method: string;
  /** Null for a path that names none. */
  readonly route: string | null;
  readonly routeClass: string | null;
  readonly status: number;
  readonly requestId: string;
  readonly tenantId: string | undefined;
  readonly code: string | null;
}

/** Ends the request's span, by the route and the refusal: a client's fault is no failure of the server's. */
export function endSpan(span: Span, ended: Ended): void {
  const { method, route, routeClass, status, requestId, tenantId, code } = ended;
  if (route !== null) span.rename(`${method} ${route}`);
  span.set({
    ...(route === null ? {} : { "http.route": route }),
    "http.response.status_code": status,
    "slipway.request.id": requestId,
    ...(routeClass === null ? {} : { "slipway.route.class": routeClass }),
    ...(tenantId === undefined ? {} : { "slipway.tenant.id": tenantId }),
    ...(code === null ? {} : { "slipway.refusal.code": code }),
  });
  span.end(status >= 500 ? String(status) : undefined);
}
