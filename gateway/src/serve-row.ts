import type { IncomingMessage, ServerResponse } from "node:http";
import { type Caller, covers } from "@slipway/contracts";
import { type ServiceBroker, callerFor, deadlineMs, refuse } from "@slipway/broker";
import { answerMutation, answerRead, inPieces } from "./answer-row.ts";
import { bodyBytesMax, openBodyBytesMax, readJson } from "./body.ts";
import type { Credentials } from "./credentials.ts";
import { shownDevice } from "./device-cookie.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { createInputReader } from "./input.ts";
import { createExpectedBytes, pieceTimes } from "./limits/expected-bytes.ts";
import type { Guard, Stay } from "./limits/guard.ts";
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
  const bytesMax = row.open ? openBodyBytesMax : bodyBytesMax;
  const expected = createExpectedBytes();

  return async (httpRequest, response) => {
    const stay = surroundings.guard.enter(response, contract.kind);
    try {
      const exchange = exchangeOf(response);
      const admitted = await admit(row, surroundings, httpRequest, { exchange, stay });
      const limit = { bytesMax, tenantId: admitted.caller.tenantId };
      const body = takesBody ? await readJson(httpRequest, response, limit) : undefined;
      const query = queryOf(httpRequest.url);
      const input = readInput({ path: pathOf(httpRequest), query, body });

      const { tenantId } = admitted.caller;
      if (contract.kind === "mutation") stay.beginWork();
      exchange.stage = contract.kind;
      const begin: Begin = () => ({
        ...admitted,
        deadline: Date.now() + (row.deadlineMs ?? deadlineMs[contract.kind]),
        via: traced(surroundings.broker, exchange.trace),
      });
      const ready = { begin, input, response };
      if (contract.kind === "mutation") return await answerMutation(row, ready);
      const bytesExpected = expected.of(tenantId);
      const reading = stay.beginReading({ weight: row.weight ?? 1, bytesExpected });
      await answerRead(row, { ...ready, reading });
      // Of one whose client has gone before it was loaded nothing is known.
      if (reading.largest() > 0 || response.writableEnded)
        expected.note(tenantId, reading.largest() * (inPieces(row) ? pieceTimes : 1));
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
  const { tenantId, credentialId } = caller;
  stay.countFor({ credentialId: credentialId ?? tenantId, tenantId });
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
