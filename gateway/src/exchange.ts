import assert from "node:assert";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller, RefusalCode } from "@slipway/contracts";
import { requestBegun, requestServed } from "@slipway/metrics";
import type { Logger } from "pino";
import type { Stage } from "./problem.ts";
import { type Trace, traceOf } from "./trace.ts";

/** What is known about a request while it is served, for its answer and its line in the log. */
export interface Exchange {
  readonly requestId: string;
  readonly trace: Trace;
  readonly startedAt: number;
  /** The path of its row, with parameters in braces; null for a path that names none. */
  route: string | null;
  caller: Caller | null;
  code: RefusalCode | null;
  /** Whether an error from here on may have changed something. */
  stage: Stage;
}

const exchanges = new WeakMap<ServerResponse, Exchange>();

/** Begins an exchange and writes one line to the log when it is over, however it ends. */
export function beginExchange(
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
): Exchange {
  const exchange: Exchange = {
    requestId: requestIdOf(request),
    trace: traceOf(request),
    startedAt: performance.now(),
    route: null,
    caller: null,
    code: null,
    stage: "unbegun",
  };
  exchanges.set(response, exchange);
  requestBegun();
  response.once("close", () => {
    count(request, response, exchange);
    log.info(accessLine(request, response, exchange), "request");
  });
  return exchange;
}

export function exchangeOf(response: ServerResponse): Exchange {
  const exchange = exchanges.get(response);
  assert(exchange, "an exchange begins with its request");
  return exchange;
}

/** The client's own id where it is one we can write into headers and logs. */
function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : randomUUID();
}

/** The client was gone before it was answered. */
const clientClosed = 499;

function count(
  { method = "" }: IncomingMessage,
  response: ServerResponse,
  { route, code, startedAt }: Exchange,
): void {
  const status = response.headersSent ? response.statusCode : clientClosed;
  const seconds = (performance.now() - startedAt) / 1_000;
  requestServed({ method, route: route ?? "none", status, code, seconds });
}

function accessLine(
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
): object {
  const { requestId, trace, route, caller, code, startedAt } = exchange;
  return {
    requestId,
    traceId: trace.traceId,
    spanId: trace.spanId,
    method: request.method,
    route,
    status: response.statusCode,
    durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    ...(caller
      ? { tenantId: caller.tenantId, actorType: caller.actorType, actorId: caller.actorId }
      : {}),
    ...(code === null ? {} : { code }),
    ...(response.writableFinished ? {} : { aborted: true }),
  };
}
