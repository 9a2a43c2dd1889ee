import assert from "node:assert";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Action, type Caller, covers } from "@slipway/contracts";
import { type ServiceBroker, call, deadlineMs, refuse } from "@slipway/broker";
import { sendArray, sendJson, sendPage } from "./answers.ts";
import { readJson } from "./body.ts";
import type { Credentials, Identity } from "./credentials.ts";
import { exchangeOf } from "./exchange.ts";
import { createInputReader } from "./input.ts";
import type { Page } from "./pages.ts";
import { type Row, type UserRequest, bodyUse } from "./route.ts";
import { traced } from "./trace.ts";

export interface Surroundings {
  readonly broker: ServiceBroker;
  readonly credentials: Credentials;
}

type HttpRequest = IncomingMessage & { params: Record<string, string | string[]>; url: string };
type Handler = (request: HttpRequest, response: ServerResponse) => Promise<void>;

/**
 * Serves one row. The order of checks is that of completions section 2: the route stands, then
 * credential, scope, size and shape; whatever depends on records is the service's to say.
 */
export function serveRow(row: Row, surroundings: Surroundings): Handler {
  const { contract } = row;
  const readInput = contract ? createInputReader(row) : undefined;
  const takesBody = bodyUse(row) !== "none";

  return async (httpRequest, response) => {
    const identity = row.open ? null : await admit(row, surroundings, httpRequest, response);
    if (!contract || !readInput || !identity) throw refuse("NOT_IMPLEMENTED");
    const body = takesBody ? await readJson(httpRequest, response) : undefined;
    const { searchParams: query } = new URL(httpRequest.url, "http://any");
    const input = readInput({ path: pathOf(httpRequest), query, body });

    const exchange = exchangeOf(response);
    exchange.kind = contract.kind;
    const { caller } = exchange;
    assert(caller);
    const begin = (): UserRequest => ({
      caller,
      user: identity.user,
      deadline: Date.now() + deadlineMs[contract.kind],
      via: traced(surroundings.broker, exchange.trace),
    });
    await answer(row, contract, { begin, input, response });
  };
}

/** The credential and what it may do; the caller is frozen from here on. */
async function admit(
  row: Row,
  { credentials }: Surroundings,
  httpRequest: HttpRequest,
  response: ServerResponse,
): Promise<Identity> {
  const identity = await credentials.identify(httpRequest.headers.authorization);
  if (!identity) throw refuse("UNAUTHENTICATED");
  const exchange = exchangeOf(response);
  const caller: Caller = { ...identity.caller, requestId: exchange.requestId };
  exchange.caller = Object.freeze(caller);
  if (row.scope !== null && !covers(caller.scopes, row.scope))
    throw refuse("INSUFFICIENT_SCOPE", { detail: `The scope ${row.scope} is needed` });
  return identity;
}

function pathOf(httpRequest: HttpRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(httpRequest.params).map(([name, value]) => [name, String(value)]),
  );
}

interface Ready {
  /** A request of the bus whose time begins now. */
  readonly begin: () => UserRequest;
  readonly input: unknown;
  readonly response: ServerResponse;
}

async function answer(row: Row, contract: Action, ready: Ready): Promise<void> {
  const { begin, input, response } = ready;
  if (row.join) {
    const { body, headers } = await row.join.run(begin(), input);
    return sendJson(response, row.status, body, headers);
  }
  if (!row.paged)
    return sendJson(response, row.status, await call(begin(), contract, input as object));
  // Each page has a deadline of its own: how long the whole takes is up to the client's reading.
  const load = (at: { page?: string }): Promise<Page<unknown>> =>
    call(begin(), contract, { ...(input as object), ...at }) as Promise<Page<unknown>>;
  const send = (input as { limit?: number }).limit === undefined ? sendArray : sendPage;
  return send(response, row.status, load);
}
