/** Paths of the HTTP interface as Express has them, and what is answered when one of them fails. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorRequestHandler, IRouter, RequestHandler } from "express";
import type { Logger } from "pino";
import { describeError, refuse } from "@slipway/broker";
import { clientGone } from "../body/body.ts";
import { exchangeOf } from "../http/exchange.ts";
import { type Refusal, refusalFor } from "../http/problem.ts";
import type { RouteClass } from "../route/route-class.ts";
import { sentKeyId } from "../caller/sent-credential.ts";

export interface Served {
  readonly routeClass: RouteClass;
  readonly serve: RequestHandler;
}

export type Paths = Readonly<Record<string, Readonly<Record<string, Served>>>>;
/** Handlers that run first on a path with these methods. */
export type FirstOnPath = (path: string, methods: readonly string[]) => readonly RequestHandler[];

interface PathOptions {
  /** Answers a failure. It stands on each path: else Express matches every later path before it comes to it. */
  readonly fail: ErrorRequestHandler;
  readonly first?: FirstOnPath;
  /** Where the router is mounted. */
  readonly prefix?: string;
}

export function addPaths(
  router: IRouter,
  paths: Paths,
  { fail, first = () => [], prefix = "" }: PathOptions,
): void {
  for (const [path, handlers] of Object.entries(paths)) {
    const route = router.route(path).all(noteRoute(prefix + path, handlers));
    // Express answers HEAD wherever it answers GET.
    const methods = Object.keys(handlers).flatMap((each) =>
      each === "GET" ? ["GET", "HEAD"] : [each],
    );
    for (const handler of first(path, methods)) route.all(handler);
    for (const [method, { serve }] of Object.entries(handlers))
      route[method.toLowerCase() as "get"](serve);
    route.all(refuseMethod(methods), fail);
  }
}

/** The same paths, of which all are of one class. */
export function allOf(
  routeClass: RouteClass,
  paths: Readonly<Record<string, { readonly GET: RequestHandler }>>,
): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, { GET: serve }]) => [path, { GET: { routeClass, serve } }]),
  );
}

/** Parameters stand in braces in our paths and behind a colon in Express's. */
export function withColons(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Notes the path, and the class of the operation, before anything is served. */
function noteRoute(path: string, handlers: Paths[string]): RequestHandler {
  const route = path.replaceAll(/:(\w+)/g, "{$1}");
  return ({ method }, response, next) => {
    const exchange = exchangeOf(response);
    exchange.route = route;
    exchange.routeClass = handlers[method === "HEAD" ? "GET" : method]?.routeClass ?? null;
    next();
  };
}

function refuseMethod(methods: readonly string[]): RequestHandler {
  const allow = methods.join(", ");
  return (_request, response) => {
    response.setHeader("Allow", allow);
    throw refuse("METHOD_NOT_ALLOWED", { detail: `The path has ${allow}.` });
  };
}

/** Writes the answer of a refused request. */
type SendRefusal = (
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  error: unknown,
) => Promise<void>;

export function answerError(
  { log, nameAddress }: { log: Logger; nameAddress: (ip: string) => string },
  send: SendRefusal,
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // Its line in the log is written when the connection has closed, with status 499.
    if (error === clientGone) return;
    const exchange = exchangeOf(response);
    // A path whose percent signs cannot be decoded names nothing.
    const refusal = refusalFor(
      error instanceof URIError ? refuse("NOT_FOUND") : error,
      exchange.stage,
    );
    exchange.code = refusal.code;
    // Noted now: a connection that is closed by the end has no address any more.
    exchange.refused = {
      address: nameAddress(request.ip ?? ""),
      keyId: exchange.caller ? undefined : sentKeyId(request.headers),
    };
    if (refusal.code === "INTERNAL" || response.headersSent)
      log.error(
        {
          requestId: exchange.requestId,
          traceId: exchange.trace.traceId,
          err: describeError(error),
        },
        "request failed",
      );
    if (response.headersSent) response.destroy();
    else return send(request, response, refusal, error);
    return undefined;
  };
}
