import type { IncomingMessage } from "node:http";
import { inSpan } from "@slipway/telemetry";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet from "helmet";
import type { Logger } from "pino";
import { refuse } from "@slipway/broker";
import { problemSender } from "./http/answers.ts";
import { serveCalendar } from "./files/calendar-answer.ts";
import { calendarPath } from "./routes/calendar-routes.ts";
import { discardUnread } from "./http/discard.ts";
import { consoleRoutes } from "./files/console.ts";
import { letOrigins } from "./http/allowed-origins.ts";
import { docsRoutes } from "./docs/docs.ts";
import type { GatewaySettings } from "./gateway-settings.ts";
import { beginExchange, endExchange } from "./http/exchange.ts";
import { type Readiness, livez, readyz, startupz } from "./http/health.ts";
import { countAnswers } from "./http/kept-answer.ts";
import type { Limits } from "./limit-table.ts";
import { sendDocument, writtenDocument } from "./http/openapi-document.ts";
import { unredacted } from "./http/log.ts";
import { octoRouter } from "./octo/octo-app.ts";
import { octoPrefix } from "./octo/octo-route.ts";
import {
  type FirstOnPath,
  type Paths,
  type Served,
  addPaths,
  allOf,
  answerError,
  withColons,
} from "./serve/paths.ts";
import { publicPhotoPath, servePublicPhoto } from "./files/public-photo.ts";
import { singleSignOnRoutes } from "./files/single-sign-on.ts";
import type { Route } from "./route/route.ts";
import { routeClassOf } from "./route/route-class.ts";
import { routes } from "./routes/routes.ts";
import { securityText } from "./docs/security-text.ts";
import { publicOriginOf } from "./http/same-origin.ts";
import { type GatewayDeps, serveRoute } from "./serve/serve-route.ts";
import type { ProductCache } from "./octo/product-cache.ts";

const apiPrefix = "/api/v1";

interface AppOptions
  extends GatewayDeps,
    Pick<GatewaySettings, "corsOrigins" | "hasDocs" | "securityContact"> {
  /** The products that bookings of resellers are shown with. */
  readonly products: ProductCache;
  readonly log: Logger;
  readonly readiness: () => Readiness;
  /** True once the gateway is being stopped: connections end with their answers. */
  readonly isStopping: () => boolean;
  readonly limits: Pick<Limits, "trustedProxies" | "docsPerMinute" | "consolePerMinute">;
}

/** Every route of the HTTP interface as one Express application. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.enable("case sensitive routing").enable("strict routing");
  app.set("query parser", false);
  app.set("trust proxy", trustOf(options.limits.trustedProxies));
  app.use(helmet(security), begin(options));
  app.use(octoPrefix, octoRouter(options));
  const fail = answerError(options, problemSender(options));
  addPaths(app, routesOf(options), { fail, first: ownOrigins(options) });
  app.use(() => {
    throw refuse("NOT_FOUND");
  });
  app.use(...originsElsewhere(options), fail);
  return app;
}

/** A page of an allowed origin may read that a path is unknown or cannot be decoded, so its preflight is not refused. */
function originsElsewhere({ corsOrigins = [] }: AppOptions): ErrorRequestHandler[] {
  if (corsOrigins.length === 0) return [];
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
  const allow = letOrigins(new Set(corsOrigins), methods);
  return [(error: unknown, request, response, next) => allow(request, response, () => next(error))];
}

/** Lets pages of these origins use what needs a credential. */
function ownOrigins({ corsOrigins }: AppOptions): FirstOnPath {
  const origins = new Set(corsOrigins);
  return (path, methods) =>
    origins.size > 0 && keyedPaths.has(path) ? [letOrigins(origins, methods)] : [];
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
  strictTransportSecurity: false,
} as const;

/** For a year browsers ask this host by TLS alone. Its neighbours below the same domain may belong to others. */
const byTlsAlone = "max-age=31536000";

/** Express takes a number of proxies, or a list of addresses and networks. */
function trustOf(trustedProxies: string): number | string | false {
  return trustedProxies === "" ? false : Number(trustedProxies) || trustedProxies;
}

function routesOf(options: AppOptions): Paths {
  const ofTable: Record<string, Record<string, Served>> = {};
  for (const route of routes)
    (ofTable[expressPath(route)] ??= {})[route.method] = {
      routeClass: routeClassOf(route),
      serve: serveRoute(route, options),
    };
  const countDocs = countAnswers(options.limits.docsPerMinute);
  const probes = {
    "/livez": { GET: livez },
    "/readyz": { GET: readyz(options.readiness) },
    "/startupz": { GET: startupz(options.readiness) },
  };
  const { securityContact: contact } = options;
  const files = {
    ...(contact && { "/.well-known/security.txt": { GET: securityText(contact, countDocs) } }),
    [withColons(calendarPath)]: { GET: serveCalendar(options) },
    [withColons(publicPhotoPath)]: { GET: servePublicPhoto(options) },
    ...(options.hasDocs === false ? {} : docsRoutes(countDocs)),
    ...consoleRoutes(countAnswers(options.limits.consolePerMinute)),
    // Apart from the pages: who reads them can still log in.
    ...singleSignOnRoutes(options, countAnswers(options.limits.docsPerMinute)),
    [`${apiPrefix}/openapi.json`]: {
      GET: sendDocument(writtenDocument("openapi.json"), countDocs, options.publicUrl),
    },
  };
  return { ...ofTable, ...allOf("probe", probes), ...allOf("file", files) };
}

/** Parameters stand in braces in our paths and behind a colon in Express's. */
function expressPath(route: Route): string {
  return apiPrefix + withColons(route.path);
}

function begin({ log, isStopping, publicUrl }: AppOptions): RequestHandler {
  const accessLog = unredacted(log);
  return (request, response, next) => {
    const { requestId, trace } = beginExchange(request, response);
    // One listener, of an event that Node itself does not listen to. Listeners of an event with two stand in an
    // array, which V8 may come to make in old memory, where it keeps the request (decision 0014).
    response.once("close", () => {
      endExchange(request, response, accessLog);
      discardUnread(request, response);
    });
    response.setHeader("X-Request-Id", requestId).setHeader("Cache-Control", "no-store");
    response.setHeader("Vary", "Accept-Encoding");
    if (publicOriginOf(request.headers, publicUrl).isSecure)
      response.setHeader("Strict-Transport-Security", byTlsAlone);
    if (isStopping()) response.setHeader("Connection", "close");
    if (!hasOneHost(request))
      throw refuse("VALIDATION_FAILED", { detail: "the Host header must be given once" });
    inSpan(trace.span, next);
  };
}

/** With two Host headers Node uses the first and a proxy may use the second: we refuse them. HTTP 1.0 allows none. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (/^host$/i.test(rawHeaders[index] ?? "")) hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}
