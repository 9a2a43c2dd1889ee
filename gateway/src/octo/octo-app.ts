/** `/octo` as one Express router: paths with and without a slash at their end, and the standard's headers and errors. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { refuse } from "@slipway/broker";
import { type RequestHandler, Router } from "express";
import type { Logger } from "pino";
import { sendRefusal } from "../http/answers.ts";
import { exchangeOf } from "../http/exchange.ts";
import { countAnswers } from "../http/kept-answer.ts";
import type { Limits } from "../limit-table.ts";
import { sendDocument, writtenDocument } from "../http/openapi-document.ts";
import {
  type Paths,
  type Served,
  addPaths,
  allOf,
  answerError,
  withColons,
} from "../serve/paths.ts";
import { type Refusal, problemHeaders } from "../http/problem.ts";
import type { Route } from "../route/route.ts";
import { routeClassOf } from "../route/route-class.ts";
import { sentCredentialOf } from "../caller/sent-credential.ts";
import { type GatewayDeps, serveRoute } from "../serve/serve-route.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { marksOf, octoErrorOf, refuseOcto, withSent } from "./errors.ts";
import { octoPrefix, withProducts } from "./octo-route.ts";
import { octoRoutes } from "./octo-routes.ts";
import type { ProductCache } from "./product-cache.ts";

interface OctoOptions extends GatewayDeps {
  readonly products: ProductCache;
  readonly log: Logger;
  readonly limits: Pick<Limits, "docsPerMinute">;
}

export function octoRouter(options: OctoOptions): Router {
  const router = Router({ caseSensitive: true, strict: false });
  router.use(answerHeaders, refuseTests);
  const fail = answerError(options, sendError);
  addPaths(router, pathsOf(options), { fail, prefix: octoPrefix });
  router.use(() => {
    throw refuse("NOT_FOUND", { detail: `No path of ${octoPrefix} has this name` });
  });
  router.use(fail);
  return router;
}

function pathsOf(deps: OctoOptions): Paths {
  const paths: Record<string, Record<string, Served>> = {};
  for (const route of octoRoutes)
    (paths[withColons(route.path)] ??= {})[route.method] = {
      routeClass: routeClassOf(route),
      serve: serve(route, deps),
    };
  const count = countAnswers(deps.limits.docsPerMinute);
  const document = sendDocument(writtenDocument("openapi-octo.json"), count, deps.publicUrl);
  return { ...paths, ...allOf("file", { "/openapi.json": { GET: document } }) };
}

/** Errors of a request whose input could not be read know the ids of its path all the same. */
function serve(route: Route, deps: OctoOptions): RequestHandler {
  const answer = serveRoute(withProducts(route, deps.products), deps);
  return async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      throw withSent(error, request.params);
    }
  };
}

const answerHeaders: RequestHandler = ({ headers }, response, next) => {
  response.setHeader("Octo-Env", "live");
  const { written } = capabilitiesOf(headers);
  if (written.length > 0) response.setHeader("Octo-Capabilities", written.join(", "));
  next();
};

/** A reseller that believes to test must not sell real places. */
const refuseTests: RequestHandler = ({ headers }, _response, next) => {
  const env = headers["octo-env"];
  if (env !== undefined && String(env).trim().toLowerCase() !== "live")
    throw refuseOcto("BAD_REQUEST", "Octo-Env: only live is served; tests use a test tenant");
  next();
};

function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  error: unknown,
): Promise<void> {
  const { requestId } = exchangeOf(response);
  const hasCredential = sentCredentialOf(request.headers, true) !== null;
  const refused = { refusal, requestId, hasCredential, ...marksOf(error) };
  const { status, body } = octoErrorOf(refused);
  const { "WWW-Authenticate": _challenge, ...headers } = problemHeaders(refusal);
  return sendRefusal(request, response, { status, headers, body });
}
