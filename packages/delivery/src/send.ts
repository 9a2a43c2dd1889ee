import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { httpAttempt, startSpan } from "@slipway/telemetry";
import { Agent, type Dispatcher, type buildConnector } from "undici";
import {
  challengeBytesMax,
  answerBytesMax,
  answerReadMs,
  attemptMsMax,
  keepAliveMs,
  probeMsMax,
} from "./constants.ts";
import { allowedAddresses } from "./address.ts";
import { isHttps } from "./endpoint.ts";
import { guardedConnect } from "./guarded-connect.ts";
import type { OriginStore } from "./origin-store.ts";
import { type ProveOrigin, originProver } from "./prove-origin.ts";
import { retryAfterSeconds } from "./schedule.ts";
import { type Signed, signatureHeaders } from "./signature.ts";

/** Why an attempt has failed; a word, so that it reveals nothing of what lies behind an address. */
type SendError =
  | "DNS_ERROR"
  | "CONNECT_TIMEOUT"
  | "CONNECT_REFUSED"
  | "CONNECTION_LOST"
  | "TLS_ERROR"
  | "TIMEOUT"
  | "HTTP_STATUS"
  | "BLOCKED_ADDRESS"
  | "HTTPS_REQUIRED"
  | "CHALLENGE_FAILED";

/** Why nothing can be sent at all. */
export type ConnectError = Exclude<SendError, "HTTP_STATUS" | "CHALLENGE_FAILED">;

interface Sending extends Signed {
  /** The tenant that has named the address. */
  readonly tenantId: string;
  readonly url: string;
  /** The subscriber's own; ours win. */
  readonly headers: Readonly<Record<string, string>>;
  /** The trace that the attempt is shown in; it is not sent: the receiver is another company. */
  readonly traceparent?: string | undefined;
}

export interface Sent {
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Null on success: any 2xx. */
  readonly error: SendError | null;
  readonly retryAfterSeconds: number | null;
}

interface SenderOptions {
  /** Networks beside public addresses. */
  readonly allowed: readonly string[];
  /** Public networks that are refused all the same. */
  readonly denied?: readonly string[];
  /** Nothing is sent to an address that is not https. */
  readonly requireHttps?: boolean;
  /** The proven origins; undefined: deliveries need no challenge. */
  readonly origins?: OriginStore | undefined;
  readonly dnsServers?: readonly string[];
  /** Milliseconds since the epoch, for the signature's time. */
  readonly clock?: () => number;
  readonly timeoutMs?: number;
}

const userAgent = "Slipway-Webhooks/1";

/** Sends signed deliveries to public addresses and to those that the operator opens. */
export function createSender(options: SenderOptions) {
  const { clock = Date.now, timeoutMs = attemptMsMax, dnsServers, requireHttps = false } = options;
  const isAllowed = allowedAddresses(options.allowed, options.denied);
  const connect = guardedConnect({ isAllowed, ...(dnsServers ? { dnsServers } : {}) });
  const agent = agentOf(connect, timeoutMs);
  const proveOrigin = options.origins && originProver(options.origins, clock);

  let isClosed = false;
  const wordOrThrow = (error: unknown): Outcome => {
    if (isClosed) throw new Error("the sender is closed");
    return failed(wordFor(error));
  };
  const attempt = async (sending: Sending): Promise<Outcome> => {
    if (requireHttps && !isHttps(sending.url)) return failed("HTTPS_REQUIRED");
    const terms = { agent, clock, signal: AbortSignal.timeout(timeoutMs) };
    const asked =
      proveOrigin &&
      (await askFirst(proveOrigin, sending, (body) =>
        postChallenge({ ...sending, body }, terms).catch(wordOrThrow),
      ));
    if (asked) return asked;
    return post(sending, terms).catch(wordOrThrow);
  };
  return {
    /**
     * Makes one attempt, after a challenge where the origin has to be proven first. Redirects are not followed, and no proxy
     * is used. Rejects only where the store of origins fails, and once the sender is closed: then nobody knows how the
     * attempt would have ended.
     */
    async send(sending: Sending): Promise<Sent> {
      const startedAt = performance.now();
      const span = startSpan(() => httpAttempt(new URL(sending.url)), sending.traceparent);
      const outcome = await attempt(sending);
      const { statusCode, error } = outcome;
      if (statusCode !== null) span?.set({ "http.response.status_code": statusCode });
      span?.end(error === null ? undefined : String(statusCode ?? error));
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
    },
    /** Connects to the server of that address, without a request, within two seconds. Null: an attempt would reach it. */
    probe: async (url: string): Promise<ConnectError | null> =>
      requireHttps && !isHttps(url) ? "HTTPS_REQUIRED" : connectOrTimeOut(connect, url),
    /** Cuts off what is under way. */
    close() {
      isClosed = true;
      return agent.destroy();
    },
  };
}

async function connectOrTimeOut(
  connect: buildConnector.connector,
  url: string,
): Promise<ConnectError | null> {
  const tooLong = AbortSignal.timeout(probeMsMax);
  return await Promise.race([
    connectOnce(connect, url),
    once(tooLong, "abort").then(() => "CONNECT_TIMEOUT" as const),
  ]);
}

/** The outcome of an attempt that ends before its delivery, because the origin is not proven. */
async function askFirst(
  proveOrigin: ProveOrigin,
  sending: Sending,
  challenge: (body: string) => Promise<Outcome & { readonly text?: string | null }>,
): Promise<Outcome | undefined> {
  let unproven: Outcome = failed("CHALLENGE_FAILED");
  const ask = async (body: string): Promise<string | null> => {
    const asked = await challenge(body);
    unproven = asked;
    return asked.text ?? null;
  };
  return (await proveOrigin({ ...sending, ask })) ? undefined : unproven;
}

/** Keeps connections to receivers, and bounds what an answer may take. */
function agentOf(connect: buildConnector.connector, timeoutMs: number): Agent {
  return new Agent({
    connect,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: answerBytesMax,
    headersTimeout: timeoutMs,
    bodyTimeout: answerReadMs,
  });
}

type Outcome = Omit<Sent, "durationMs">;

function failed(error: SendError): Outcome {
  return { statusCode: null, error, retryAfterSeconds: null };
}

interface Terms {
  readonly agent: Agent;
  readonly clock: () => number;
  /** Ends the attempt, with its challenge. */
  readonly signal: AbortSignal;
}

/** One request, whose answer is read to its status. */
async function post(sending: Sending, terms: Terms): Promise<Outcome> {
  const answer = await request(sending, terms);
  // Only the status counts. Reading the body, up to a bound, makes the connection reusable.
  answer.body
    .dump({ limit: answerBytesMax, signal: AbortSignal.timeout(answerReadMs) })
    .catch(() => undefined);
  return outcomeOf(answer, terms);
}

/** The request of a challenge: its outcome, should the origin be proven no more by it, and the start of its answer. */
async function postChallenge(
  sending: Sending,
  terms: Terms,
): Promise<Outcome & { readonly text: string | null }> {
  const webhookId = `challenge_${randomUUID()}`;
  const answer = await request({ ...sending, webhookId }, terms);
  const { error, ...outcome } = outcomeOf(answer, terms);
  let text = "";
  for await (const chunk of answer.body.setEncoding("utf8")) {
    text += chunk as string;
    if (text.length > challengeBytesMax) break;
  }
  return { ...outcome, error: "CHALLENGE_FAILED", text: error === null ? text : null };
}

async function request(
  { url, headers, ...signed }: Sending,
  { agent, clock, signal }: Terms,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  return agent.request({
    origin,
    path: pathname + search,
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      "user-agent": userAgent,
      ...signatureHeaders(signed, clock()),
    },
    body: signed.body,
    signal,
  });
}

function outcomeOf(answer: Dispatcher.ResponseData, { clock }: Terms): Outcome {
  const { statusCode } = answer;
  if (statusCode >= 200 && statusCode < 300)
    return { statusCode, error: null, retryAfterSeconds: null };
  const asked = retryAfterSeconds(answer.headers["retry-after"], clock());
  return { statusCode, error: "HTTP_STATUS", retryAfterSeconds: asked };
}

/** Connects and hangs up; what stood in the way, if anything. */
function connectOnce(connect: buildConnector.connector, url: string): Promise<ConnectError | null> {
  const { hostname, host, protocol, port } = new URL(url);
  return new Promise((resolve) => {
    connect({ hostname, host, protocol, port }, (error, socket) => {
      socket?.destroy();
      resolve(error === null ? null : wordFor(error));
    });
  });
}

const words: Readonly<Record<string, ConnectError>> = {
  BLOCKED_ADDRESS: "BLOCKED_ADDRESS",
  ENOTFOUND: "DNS_ERROR",
  EAI_AGAIN: "DNS_ERROR",
  ENODATA: "DNS_ERROR",
  UND_ERR_CONNECT_TIMEOUT: "CONNECT_TIMEOUT",
  ETIMEDOUT: "CONNECT_TIMEOUT",
  ECONNREFUSED: "CONNECT_REFUSED",
  EHOSTUNREACH: "CONNECT_REFUSED",
  ENETUNREACH: "CONNECT_REFUSED",
  UND_ERR_HEADERS_TIMEOUT: "TIMEOUT",
  EPROTO: "TLS_ERROR",
};

function wordFor(error: unknown): ConnectError {
  const { name, code, errors } = error as { name?: string; code?: unknown; errors?: unknown[] };
  // A name of several addresses fails with one error for each.
  if (Array.isArray(errors) && errors.length > 0) return wordFor(errors[0]);
  if (name === "TimeoutError" || name === "AbortError") return "TIMEOUT";
  if (typeof code !== "string") return "CONNECTION_LOST";
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return "TLS_ERROR";
  return words[code] ?? "CONNECTION_LOST";
}
