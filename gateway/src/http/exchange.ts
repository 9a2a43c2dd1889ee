import assert from "node:assert";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller, RefusalCode } from "@slipway/contracts";
import { requestBegun, requestServed } from "@slipway/metrics";
import type { Logger } from "pino";
import type { Stage } from "./problem.ts";
import type { RouteClass } from "../route/route-class.ts";
import { type Trace, endSpan, traceOf } from "./trace.ts";

/** State of a request while it is served, for its answer and its line in the log. */
export interface Exchange {
  readonly requestId: string;
  readonly trace: Trace;
  readonly startedAt: number;
  /** The path of its route, with parameters in braces; null for a path that names none. */
  route: string | null;
  /** The operation's class; null where the path, or its method, names no operation. */
  routeClass: RouteClass | null;
  caller: Caller | null;
  code: RefusalCode | null;
  /** Set for a refused request: its address, and the id of an unknown key that it showed. */
  refused: { readonly address: string; readonly keyId: string | undefined } | null;
  /** Whether an error from here on may have changed something. */
  stage: Stage;
}

/** On the response itself: a WeakMap keeps the values of keys that have come into old memory until that is collected. */
const ofResponse = Symbol("exchange");

type Answering = ServerResponse & { [ofResponse]?: Exchange };

/** Begins an exchange; the same handler ends it. */
export function beginExchange(request: IncomingMessage, response: Answering): Exchange {
  const exchange: Exchange = {
    requestId: requestIdOf(request),
    trace: traceOf(request),
    startedAt: performance.now(),
    route: null,
    routeClass: null,
    caller: null,
    code: null,
    refused: null,
    stage: "unbegun",
  };
  response[ofResponse] = exchange;
  requestBegun();
  return exchange;
}

/** Every pod is probed every few seconds. A change of what a probe finds has a line of its own. */
const probes: ReadonlySet<string | null> = new Set(["/livez", "/readyz", "/startupz"]);
const none = "none";
/** The client was gone before it was answered. */
const clientClosed = 499;

/** Counts an exchange and writes its line to the log, unless it is a probe, once it is over, however it has ended. */
export function endExchange(request: IncomingMessage, response: ServerResponse, log: Logger): void {
  const exchange = exchangeOf(response);
  const { trace, route, routeClass, requestId, caller, code, startedAt } = exchange;
  const { method = "" } = request;
  const status = response.headersSent ? response.statusCode : clientClosed;
  const ms = performance.now() - startedAt;
  requestServed({
    method,
    route: route ?? none,
    routeClass: routeClass ?? none,
    status,
    code,
    seconds: ms / 1_000,
    traceId: trace.span?.isKept ? trace.traceId : null,
  });
  const tenantId = caller?.tenantId;
  const { span } = trace;
  if (span) endSpan(span, { method, route, routeClass, status, requestId, tenantId, code });
  if ((code === null && probes.has(route)) || !log.isLevelEnabled("info")) return;
  const { refused } = exchange;
  const line = {
    requestId,
    traceId: trace.traceId,
    spanId: trace.spanId,
    method: request.method,
    route,
    status,
    durationMs: Math.round(ms * 10) / 10,
    ...(caller && { tenantId, actorType: caller.actorType, actorId: caller.actorId }),
    ...(code === null ? {} : { code, ...refused }),
    ...(response.writableFinished ? {} : { aborted: true }),
  };
  log.info(line, "request");
}

export function exchangeOf(response: Answering): Exchange {
  const exchange = response[ofResponse];
  assert(exchange, "an exchange begins with its request");
  return exchange;
}

/** The client's own id where it is one we can write into headers and logs. */
function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : randomUUID();
}
