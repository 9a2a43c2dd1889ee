import type { IncomingMessage, ServerResponse } from "node:http";
import { type Caller, channelOf, covers } from "@slipway/contracts";
import { type ServiceBroker, callerFor, refuse } from "@slipway/broker";
import { createMutationAnswer, createReadAnswer, inPieces } from "./answer-route.ts";
import { readJson } from "../body/body.ts";
import { answerHeldBytes, bodyBytesMax, openBodyBytesMax, pieceHeldBytes } from "../constants.ts";
import type { Credentials, Duty } from "../caller/credentials.ts";
import { sentDevice } from "../caller/device-cookie.ts";
import { isSameCaller } from "../caller/same-caller.ts";
import { type Exchange, exchangeOf } from "../http/exchange.ts";
import { createInputReader } from "./input.ts";
import {
  narrowInput,
  refuseOverrides,
  refuseTenantWide,
  takesOverrides,
} from "./apply-narrowing.ts";
import type { Admission, Limiter } from "../limits/limiter.ts";
import { sentCredentialOf } from "../caller/sent-credential.ts";
import { type NewRequest, type Route, type UserRequest, bodyUse } from "../route/route.ts";
import { isOwnMutation, publicOriginOf } from "../http/same-origin.ts";

/** Times by which a request must be answered, from its arrival. */
export type Deadlines = Readonly<Record<"read" | "mutation", number>>;

export interface GatewayDeps {
  readonly broker: ServiceBroker;
  readonly credentials: Credentials;
  readonly limiter: Limiter;
  readonly deadlineMs: Deadlines;
  /** Gives a client's address its name in limits and logs. */
  readonly nameAddress: (ip: string) => string;
  /** Where clients find the gateway, such as "https://book.example.com"; else each request says it. */
  readonly publicUrl?: string | undefined;
}

type HttpRequest = IncomingMessage & {
  params: Record<string, string | string[]>;
  url: string;
  /** The address of the client, or of the proxy before it where none is trusted. */
  ip?: string | undefined;
};
type Handler = (request: HttpRequest, response: ServerResponse) => Promise<void>;

/**
 * Serves one route. The order of checks is that of the catalogue of refusals: the route stands, then
 * credential, rate, scope, origin, the bytes of dear work, size and shape. Then come the key's restrictions. Whatever else depends
 * on records is the service's to say. Before the first of them and before the work begins a gateway without room says so.
 */
export function serveRoute(route: Route, deps: GatewayDeps): Handler {
  const { contract, weight = 1, costBytes = 0 } = route;
  const { kind } = contract;
  const { limiter, broker } = deps;
  const authorize = route.open ? withoutCredential : byCredential;
  const readInput = createRequestReader(route);
  const mayOverride = takesOverrides(route);
  const answerMutation = createMutationAnswer(route);
  const answerRead = createReadAnswer(route);
  const { heldBytes = inPieces(route) ? pieceHeldBytes : answerHeldBytes } = route;
  const cost = { weight, hasPaid: costBytes > 0, heldBytes };
  const msMax = Math.max(route.deadlineMs ?? 0, deps.deadlineMs[kind]);

  return async (httpRequest, response) => {
    const admission = limiter.enter(response, kind);
    try {
      const exchange = exchangeOf(response);
      const authorized = await authorize(route, deps, httpRequest, { exchange, admission });
      const { tenantId, restrictions } = authorized.caller;
      if (costBytes > 0) admission.payAhead(costBytes);
      const shaped = await readInput(httpRequest, response, tenantId);
      if (restrictions && mayOverride) refuseOverrides(restrictions, shaped);

      const reading = kind === "read" ? admission.beginReading(cost) : undefined;
      const charge = (bytes: number): void => reading?.charge(bytes);
      const { traceparent } = exchange.trace;
      const newRequest: NewRequest = () => {
        const deadline = Date.now() + msMax;
        return { ...authorized, charge, deadline, via: broker, traceparent };
      };
      const input = restrictions ? await narrowInput(route, newRequest, shaped) : shaped;
      if (!reading) admission.beginWork();
      exchange.stage = kind;
      if (!reading) return await answerMutation({ newRequest, input, response });
      const openStream = () => limiter.streams.open(response, tenantId);
      return await answerRead({ newRequest, input, response, reading, openStream });
    } finally {
      admission.leave();
    }
  };
}

/** Reads what a request says, of what its route takes. */
function createRequestReader(route: Route) {
  const readInput = createInputReader(route);
  const takesBody = bodyUse(route) !== "none";
  const bytesMax = route.open ? openBodyBytesMax : bodyBytesMax;
  const takesKey = route.readsIdempotencyKey ?? route.contract.keyed;
  return async (request: HttpRequest, response: ServerResponse, tenantId: string) =>
    readInput({
      path: request.params,
      query: takesBody ? undefined : queryOf(request.url),
      body: takesBody ? await readJson(request, response, { bytesMax, tenantId }) : undefined,
      // Node makes `headersDistinct` of all headers of a request, so only a request with a key pays for it.
      idempotencyKeys:
        takesKey && request.headers["idempotency-key"] !== undefined
          ? (request.headersDistinct["idempotency-key"] ?? [])
          : [],
      ifMatch: request.headers["if-match"],
    });
}

type Authorized = Omit<UserRequest, "deadline" | "via" | "charge">;

interface RequestContext {
  readonly exchange: Exchange;
  readonly admission: Admission;
}

/** The credential, its rate, what it may do and where it was sent from; the caller is frozen from here on. */
async function byCredential(
  route: Route,
  { credentials, nameAddress, publicUrl: ownUrl }: GatewayDeps,
  { headers, ip = "" }: HttpRequest,
  { exchange, admission }: RequestContext,
): Promise<Authorized> {
  const origin = publicOriginOf(headers, ownUrl);
  const { isSecure, url: publicUrl } = origin;
  const sent = sentCredentialOf(headers, isSecure);
  const identify = async () => (sent?.token ? credentials.identify(sent.token, ip) : null);
  const identity = await identify();
  if (!sent || !identity) throw refuse("UNAUTHENTICATED");
  const { user, duty } = identity;
  const caller = callerFor(identity.caller, exchange.requestId);
  exchange.caller = caller;
  const { tenantId, credentialId } = caller;
  admission.countFor({ credentialId: credentialId ?? tenantId, tenantId });
  if (route.forChannels && !identity.isOpenChannel) throw notForOcto(caller);
  const { scope } = route;
  if (scope !== null && !covers(caller.scopes, scope)) throw withoutScope(scope, duty);
  if (caller.restrictions) refuseTenantWide(route, caller);
  const isByCookie = sent.by === "cookie";
  if (isByCookie && route.method !== "GET" && !isOwnMutation(headers, origin))
    throw refuse("CSRF_REJECTED");
  const address = (): string => nameAddress(ip);
  const renew = async (): Promise<Caller | null> => {
    const found = (await identify())?.caller;
    return found && isSameCaller(found, identity.caller)
      ? callerFor(found, caller.requestId)
      : null;
  };
  const ofClient = { isSecure, publicUrl, isByCookie, headers, address, renew };
  return { caller, user, duty, ...ofClient, anonymous: null };
}

/** A session whose user has a duty has no scopes, and is told why. */
function withoutScope(scope: string, duty: Duty): Error {
  if (duty !== null) return refuse("LOGIN_INCOMPLETE");
  return refuse("INSUFFICIENT_SCOPE", { detail: `The scope ${scope} is needed` });
}

/** Makes the request of an open route, which ignores any credential that is sent. */
async function withoutCredential(
  _route: Route,
  { limiter: { failedLogins }, nameAddress, publicUrl }: GatewayDeps,
  { headers, ip = "" }: HttpRequest,
  { exchange: { requestId } }: RequestContext,
): Promise<Authorized> {
  const { isSecure, url } = publicOriginOf(headers, publicUrl);
  const caller = anonymousCaller(requestId);
  return {
    caller,
    user: null,
    duty: null,
    isSecure,
    publicUrl: url,
    isByCookie: false,
    headers,
    address: () => nameAddress(ip),
    renew: async () => caller,
    anonymous: { device: sentDevice(headers, isSecure), failedLogins },
  };
}

/** Refuses other credentials than channel keys, and the key of a channel that may not sell now. */
function notForOcto(caller: Caller): Error {
  const detail = channelOf(caller)
    ? "The channel is disabled, or it is gone, or another supplier has it"
    : "A channel key is needed";
  return refuse("INSUFFICIENT_SCOPE", { detail });
}

/** The caller without a credential: it has no tenant and no scope. */
export function anonymousCaller(requestId: string): Caller {
  return Object.freeze({
    tenantId: "-",
    actorType: "SYSTEM",
    actorId: null,
    credentialId: null,
    scopes: [],
    source: "api/v1",
    requestId,
  });
}

/** The query between the question mark and a fragment, which no client should send; undefined: there is none. */
function queryOf(url: string): URLSearchParams | undefined {
  const [beforeFragment = ""] = url.split("#", 1);
  const mark = beforeFragment.indexOf("?");
  return mark < 0 ? undefined : new URLSearchParams(beforeFragment.slice(mark));
}
