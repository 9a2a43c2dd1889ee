/** /log-in: where a browser goes to log in at an identity provider, and where that sends it back. */
import { call, isRefusal } from "@slipway/broker";
import { type RefusalCode, auth } from "@slipway/contracts";
import type { RequestHandler } from "express";
import { cookieValue, sessionCookie } from "../caller/sent-credential.ts";
import { exchangeOf } from "../http/exchange.ts";
import type { AnswerCount } from "../http/kept-answer.ts";
import { refusalFor } from "../http/problem.ts";
import { isPageVisit } from "../http/problem-page.ts";
import { publicOriginOf } from "../http/same-origin.ts";
import { expectNoWait } from "../limits/allowance.ts";
import type { GatewayDeps } from "../serve/serve-route.ts";
import { type OpenRequest, serveOpen } from "./open-request.ts";

export const singleSignOnActions = [
  auth.listProviders,
  auth.startSingleSignOn,
  auth.finishSingleSignOn,
] as const;

/** Outside the interface, because browsers go there and no client calls them. */
export function singleSignOnRoutes(
  deps: GatewayDeps,
  count: AnswerCount,
): Record<string, { GET: RequestHandler }> {
  const route = (serve: (asked: Asked) => Promise<void>) => ({
    GET: leadBack(
      deps,
      serveOpen(deps, "mutation", async (asked) => {
        count(asked.request.ip ?? "");
        asked.admission.beginWork();
        return serve({ ...asked, ...placeOf(deps, asked), deps });
      }),
    ),
  });
  return {
    "/log-in/providers": route(listProviders),
    "/log-in/:provider": route(begin),
    "/log-in/:provider/callback": route(finish),
  };
}

/** Words of the log-in page for a refusal; `away` for all that have none. */
const reasons: Partial<Record<RefusalCode, string>> = {
  UNAUTHENTICATED: "provider",
  NOT_FOUND: "unknown",
  RATE_LIMITED: "often",
  OVERLOADED: "busy",
};

const failedPage = (code: RefusalCode): string => `/console?failed=${reasons[code] ?? "away"}`;

/** A person whose log-in is refused gets the console's own log-in, which says why. A fault of ours stays one. */
function leadBack({ nameAddress }: GatewayDeps, serve: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    try {
      await serve(request, response, next);
    } catch (error) {
      const exchange = exchangeOf(response);
      const { code } = refusalFor(error, exchange.stage);
      if (code === "INTERNAL" || !isPageVisit(request)) throw error;
      exchange.code = code;
      exchange.refused = { address: nameAddress(request.ip ?? ""), keyId: undefined };
      response.redirect(303, failedPage(code));
    }
  };
}

interface Asked extends OpenRequest, ReturnType<typeof placeOf> {
  readonly deps: GatewayDeps;
}

/** The provider that the path names, and where it sends the browser back to. */
function placeOf({ publicUrl }: GatewayDeps, { request: { headers, params } }: OpenRequest) {
  const { isSecure, url } = publicOriginOf(headers, publicUrl);
  const provider = String(params["provider"]);
  return { isSecure, provider, redirectUri: `${url}/log-in/${provider}/callback` };
}

async function listProviders({ response, newRequest }: Asked): Promise<void> {
  response.json(await call(newRequest("read"), auth.listProviders, {}));
}

async function begin(asked: Asked): Promise<void> {
  const { response, newRequest, isSecure, provider, redirectUri } = asked;
  const given = { provider, redirectUri };
  const begun = await call(newRequest("mutation"), auth.startSingleSignOn, given);
  response.setHeader("Set-Cookie", stateCookie(begun.state, isSecure, begun.maxAgeSeconds));
  response.redirect(303, begun.url);
}

async function finish(asked: Asked): Promise<void> {
  const { deps, request, response, newRequest, isSecure, provider } = asked;
  const { failedLogins } = deps.limiter;
  const address = deps.nameAddress(request.ip ?? "");
  const state = cookieValue(request.headers.cookie ?? "", stateName(isSecure));
  // Only a browser that we have sent there has one: nobody else makes us ask the provider.
  if (!state) return response.redirect(303, failedPage("UNAUTHENTICATED"));
  expectNoWait(failedLogins.look(address).waitSeconds);
  const ended = stateCookie("", isSecure, 0);
  try {
    const { search: query } = new URL(request.originalUrl, "http://localhost");
    const given = { provider, state, query, address };
    const { token } = await call(newRequest("mutation"), auth.finishSingleSignOn, given);
    response.setHeader("Set-Cookie", [sessionCookie(token, isSecure), ended]);
    response.redirect(303, "/console");
  } catch (error) {
    if (!isRefusal(error, "UNAUTHENTICATED")) throw error;
    failedLogins.spend(address, 1);
    response.setHeader("Set-Cookie", ended);
    response.redirect(303, failedPage("UNAUTHENTICATED"));
  }
}

function stateName(isSecure: boolean): string {
  return isSecure ? "__Host-slipway-log-in" : "slipway-log-in";
}

/** Lax, because the provider's page sends the browser back. The text is sealed: the browser cannot read it. */
function stateCookie(state: string, isSecure: boolean, maxAgeSeconds: number): string {
  const secure = isSecure ? " Secure;" : "";
  return `${stateName(isSecure)}=${state}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly;${secure} SameSite=Lax`;
}
