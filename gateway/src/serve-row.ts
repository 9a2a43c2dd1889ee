import type { IncomingMessage, ServerResponse } from "node:http";
import { type Action, type Caller, covers } from "@slipway/contracts";
import { type ServiceBroker, call, callerFor, deadlineMs, refuse } from "@slipway/broker";
import { sendArray, sendJson, sendPage } from "./answers.ts";
import { readJson } from "./body.ts";
import type { Credentials } from "./credentials.ts";
import { shownDevice } from "./device-cookie.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { createInputReader } from "./input.ts";
import type { Guard, Stay } from "./limits/guard.ts";
import type { Page } from "./pages.ts";
import { presented } from "./presented.ts";
import { type Begin, type Row, type UserRequest, bodyUse } from "./route.ts";
import { frontOf, isOwnMutation } from "./same-origin.ts";
import { traced } from "./trace.ts";

export interface Surroundings {
  readonly broker: ServiceBroker;
  readonly credentials: Credentials;
  readonly guard: Guard;
  /** What the address of a client is called in limits and logs. */
  readonly nameAddress: (ip: string) => string;
  /** Where clients find the gateway, such as "https://book.example.com"; else each request tells. */
  readonly publicUrl?: string | undefined;
}

type HttpRequest = IncomingMessage & {
  params: Record<string, string | string[]>;
  url: string;
  /** Of the client, or of whatever stands before it where no proxy is trusted. */
  ip?: string | undefined;
};
type Handler = (request: HttpRequest, response: ServerResponse) => Promise<void>;

/**
 * Serves one row. The order of checks is that of completions section 2: the route stands, then
 * credential, rate, scope, origin, size and shape; whatever depends on records is the service's to
 * say. Before the first of them and before the work begins a gateway without room says so.
 */
export function serveRow(row: Row, surroundings: Surroundings): Handler {
  const { contract } = row;
  const readInput = createInputReader(row);
  const takesBody = bodyUse(row) !== "none";

  return async (httpRequest, response) => {
    const stay = surroundings.guard.enter(response, contract.kind);
    try {
      const exchange = exchangeOf(response);
      const admitted = await admit(row, surroundings, httpRequest, { exchange, stay });
      const body = takesBody ? await readJson(httpRequest, response) : undefined;
      const query = queryOf(httpRequest.url);
      const input = readInput({ path: pathOf(httpRequest), query, body });

      stay.beginWork();
      exchange.stage = contract.kind;
      const begin: Begin = () => ({
        ...admitted,
        deadline: Date.now() + (row.deadlineMs ?? deadlineMs[contract.kind]),
        via: traced(surroundings.broker, exchange.trace),
      });
      await answer(row, contract, { begin, input, response });
    } finally {
      stay.leave();
    }
  };
}

type Admitted = Omit<UserRequest, "deadline" | "via">;

interface Visit {
  readonly exchange: Exchange;
  readonly stay: Stay;
}

/** The credential, its rate, what it may do and where it was sent from; the caller is frozen from here on. */
async function admit(
  row: Row,
  { credentials, guard, nameAddress, publicUrl }: Surroundings,
  { headers, ip = "" }: HttpRequest,
  { exchange, stay }: Visit,
): Promise<Admitted> {
  const { requestId } = exchange;
  const front = frontOf(headers, publicUrl);
  const { isSecure } = front;
  // A credential sent to a route that needs none is not looked at.
  if (row.open) {
    const { failedLogins } = guard;
    const device = shownDevice(headers, isSecure);
    const anonymous = { address: nameAddress(ip), device, failedLogins };
    return { caller: nobody(requestId), user: null, isSecure, isByCookie: false, anonymous };
  }
  const shown = presented(headers, isSecure);
  const identity = shown?.token ? await credentials.identify(shown.token, ip) : null;
  if (!shown || !identity) throw refuse("UNAUTHENTICATED");
  const caller = callerFor(identity.caller, requestId);
  exchange.caller = caller;
  stay.countFor(caller.credentialId ?? caller.tenantId);
  if (row.scope !== null && !covers(caller.scopes, row.scope))
    throw refuse("INSUFFICIENT_SCOPE", { detail: `The scope ${row.scope} is needed` });
  const isByCookie = shown.by === "cookie";
  if (isByCookie && row.method !== "GET" && !isOwnMutation(headers, front))
    throw refuse("CSRF_REJECTED");
  return { caller, user: identity.user, isSecure, isByCookie, anonymous: null };
}

/** Who calls without a credential: of no tenant and with no scope. */
function nobody(requestId: string): Caller {
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

/** What stands between the question mark and a fragment, which no client should send. */
function queryOf(url: string): URLSearchParams {
  const [beforeFragment = ""] = url.split("#", 1);
  const mark = beforeFragment.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : beforeFragment.slice(mark));
}

function pathOf({ params }: HttpRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

interface Ready {
  readonly begin: Begin;
  readonly input: unknown;
  readonly response: ServerResponse;
}

function isCrawl(input: unknown): boolean {
  const { updatedSince, cursor } = input as { updatedSince?: string; cursor?: string };
  return updatedSince !== undefined || cursor !== undefined;
}

function sendChanges(response: ServerResponse, { status }: Row, changes: unknown): void {
  const { watermark, ...page } = changes as { watermark: string };
  sendJson(response, status, page, { "Sync-Watermark": watermark });
}

async function answer(row: Row, contract: Action, ready: Ready): Promise<void> {
  const { begin, input, response } = ready;
  if (row.stream) return row.stream.send(begin, input, response);
  if (row.join) {
    const { body, headers, isRepeat } = await row.join.run(begin(), input);
    const status = (isRepeat ? row.repeatStatus : undefined) ?? row.status;
    return sendJson(response, status, body, headers);
  }
  if (!row.paged)
    return sendJson(response, row.status, await call(begin(), contract, input as object));
  if (row.changes && isCrawl(input))
    return sendChanges(response, row, await call(begin(), row.changes, input as object));
  // Each page has a deadline of its own: how long the whole takes is up to the client's reading.
  const load = (at: { page?: string }): Promise<Page<unknown>> =>
    call(begin(), contract, { ...(input as object), ...at }) as Promise<Page<unknown>>;
  const isArray = row.paged === "array" || (input as { limit?: number }).limit === undefined;
  const send = isArray ? sendArray : sendPage;
  return send(response, row.status, load);
}
