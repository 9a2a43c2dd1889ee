import type { IncomingMessage } from "node:http";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet from "helmet";
import type { Logger } from "pino";
import { refuse } from "@slipway/broker";
import { sendProblem } from "./answers.ts";
import { serveCalendar } from "./calendar-answer.ts";
import { calendarPath } from "./calendar-routes.ts";
import { clientGone } from "./body.ts";
import { discardUnread } from "./discard.ts";
import { letOrigins } from "./allowed-origins.ts";
import { docsRoutes } from "./docs.ts";
import { beginExchange, endExchange, exchangeOf } from "./exchange.ts";
import { type Readiness, livez, readyz, startupz } from "./health.ts";
import { countAnswers } from "./kept-answer.ts";
import { type ServedDocument, sendDocument } from "./openapi-document.ts";
import { describeError, unredacted } from "./log.ts";
import { sentKeyId } from "./sent-credential.ts";
import { refusalFor } from "./problem.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";
import { type GatewayDeps, serveRoute } from "./serve-route.ts";

export const apiPrefix = "/api/v1";

export interface AppOptions extends GatewayDeps {
  readonly log: Logger;
  readonly readiness: () => Readiness;
  /** True once the gateway is being stopped: connections end with their answers. */
  readonly isStopping: () => boolean;
  /** The document of GET /api/v1/openapi.json. */
  readonly openapi: ServedDocument;
  /** Whose X-Forwarded-For is believed, as `Limits` has it. */
  readonly trustedProxies: string;
  /** As `Limits` has it. */
  readonly docsPerMinute: number;
  /** Origins whose pages may use the API with a key. */
  readonly corsOrigins: readonly string[];
}

/** Every route of the HTTP interface as one Express application. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.enable("case sensitive routing").enable("strict routing");
  app.set("query parser", false);
  app.set("trust proxy", trustOf(options.trustedProxies));
  app.use(helmet(security), begin(options));

  const origins = new Set(options.corsOrigins);
  for (const [path, handlers] of Object.entries(routesOf(options))) {
    const route = app.route(path).all(noteRoute(path));
    // Express answers HEAD wherever it answers GET.
    const methods = Object.keys(handlers).flatMap((each) =>
      each === "GET" ? ["GET", "HEAD"] : [each],
    );
    if (origins.size > 0 && keyedPaths.has(path)) route.all(letOrigins(origins, methods));
    for (const [method, handler] of Object.entries(handlers))
      route[method.toLowerCase() as "get"](handler);
    route.all(refuseMethod(methods));
  }
  app.use(() => {
    throw refuse("NOT_FOUND");
  });
  app.use(answerError(options));
  return app;
}

/** Paths whose every operation needs a credential. */
const keyedPaths: ReadonlySet<string> = new Set(routes.map(expressPath)).difference(
  new Set(routes.filter(({ open }) => open).map(expressPath)),
);

/** Nothing that is answered is a page: a browser that shows it may load and run nothing. */
const security = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: "no-referrer" },
} as const;

/** Express takes a number of proxies, or a list of addresses and networks. */
function trustOf(trustedProxies: string): number | string | false {
  return trustedProxies === "" ? false : Number(trustedProxies) || trustedProxies;
}

type Handlers = Record<string, RequestHandler>;

function routesOf(options: AppOptions): Record<string, Handlers> {
  const handlers: Record<string, Handlers> = {};
  for (const route of routes)
    (handlers[expressPath(route)] ??= {})[route.method] = serveRoute(route, options);
  const countDocs = countAnswers(options.docsPerMinute);
  return {
    ...handlers,
    "/livez": { GET: livez },
    "/readyz": { GET: readyz(options.readiness) },
    "/startupz": { GET: startupz(options.readiness) },
    [withColons(calendarPath)]: { GET: serveCalendar(options) },
    ...docsRoutes(countDocs),
    [`${apiPrefix}/openapi.json`]: {
      GET: sendDocument(options.openapi, countDocs, options.publicUrl),
    },
  };
}

/** Parameters stand in braces in our paths and behind a colon in Express's. */
function expressPath(route: Route): string {
  return apiPrefix + withColons(route.path);
}

function withColons(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function begin({ log, isStopping }: AppOptions): RequestHandler {
  const accessLog = unredacted(log);
  return (request, response, next) => {
    const { requestId } = beginExchange(request, response);
    // One listener, of an event that Node itself does not listen to. Listeners of an event with two stand in an
    // array, which V8 may come to make in old memory, where it keeps the request (decision 0014).
    response.once("close", () => {
      endExchange(request, response, accessLog);
      discardUnread(request, response);
    });
    response.setHeader("X-Request-Id", requestId).setHeader("Cache-Control", "no-store");
    response.setHeader("Vary", "Accept-Encoding");
    if (isStopping()) response.setHeader("Connection", "close");
    if (!hasOneHost(request))
      throw refuse("VALIDATION_FAILED", { detail: "the Host header must be given once" });
    next();
  };
}

/**
 * Of two, Node takes the first, and what stands before us may take the other. None is in order where
 * HTTP 1.0 is spoken.
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (/^host$/i.test(rawHeaders[index] ?? "")) hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

function noteRoute(path: string): RequestHandler {
  const route = path.replaceAll(/:(\w+)/g, "{$1}");
  return (_request, response, next) => {
    exchangeOf(response).route = route;
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

function answerError({ log, nameAddress }: AppOptions): ErrorRequestHandler {
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
      log.error({ requestId: exchange.requestId, err: describeError(error) }, "request failed");
    if (response.headersSent) response.destroy();
    else return sendProblem(request, response, refusal);
    return undefined;
  };
}
