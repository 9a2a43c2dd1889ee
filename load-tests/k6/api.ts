/** Requests to the API as a client makes them: with a key, to all gateways in turn. */
import { sleep } from "k6";
import exec from "k6/execution";
import http from "k6/http";
import { Counter } from "k6/metrics";
import { urls } from "./run-settings.ts";

export interface Answer {
  /** 0: none came. */
  readonly status: number;
  /** The body, parsed; undefined where it is no JSON. */
  readonly body: unknown;
  /** The code of a refusal, such as CAPACITY_EXHAUSTED. */
  readonly code: string;
  readonly retryAfterSeconds: number;
  /** The server's clock when it answered, in milliseconds, known to the second: it was no later than this. */
  readonly answeredBy: number;
}

export interface Request {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below /api/v1. */
  readonly path: string;
  readonly key: string;
  readonly body?: object;
  /** The name under which its times are shown. */
  readonly name: string;
}

/** Answers 429 and 503: nothing was done, and `Retry-After` says when to come again. */
const turnedAway = new Counter("turned_away");
/** No answer, or 504: it may have been done. A client with an idempotencyKey asks again and learns which. */
const outcomesUnknown = new Counter("outcomes_unknown");

// A refusal by a rule is an answer. A request fails if it was turned away, if its connection broke, or if no answer
// came.
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 400, 401, 403, 404, 409));

let asked = 0;

/** One request and whatever is answered. */
export function ask(request: Request): Answer {
  const { method, url, body, params } = sentOf(request);
  return answerOf(http.request(method, url, body, params));
}

/** All at the same time, each on a connection of its own. */
export function askAtOnce(requests: readonly Request[]): Answer[] {
  return http.batch(requests.map(sentOf)).map(answerOf);
}

const waitSecondsMax = 120;

/**
 * Comes again after `Retry-After`, while it is turned away; asks again while the outcome is unknown, where
 * the request may be repeated. Both are counted.
 */
export function askPatiently(request: Request, isRepeatable = true): Answer {
  const until = Date.now() + waitSecondsMax * 1_000;
  let answer = ask(request);
  while ((isTurnedAway(answer) || (isRepeatable && isUnknown(answer))) && Date.now() < until) {
    sleep(answer.retryAfterSeconds);
    answer = ask(request);
  }
  return answer;
}

/** Makes a request without whose success the test cannot begin, or its records cannot be read. */
export function must(request: Request): unknown {
  const answer = askPatiently(request, request.method !== "POST");
  if (answer.status < 200 || answer.status > 299)
    exec.test.abort(
      `${request.method ?? "GET"} ${request.path} was answered ${answer.status} ${answer.code}`,
    );
  return answer.body;
}

function isTurnedAway({ status }: Pick<Answer, "status">): boolean {
  return status === 429 || status === 503;
}

/** 408: the machine of the client was too slow to send it. */
function isUnknown({ status }: Pick<Answer, "status">): boolean {
  return status === 0 || status === 408 || status === 504;
}

function nextUrl(): string {
  asked += 1;
  return urls[(exec.vu.idInTest + asked) % urls.length] ?? "";
}

function sentOf({ method = "GET", path, key, body, name }: Request) {
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const headers = { Authorization: `Bearer ${key}`, ...type };
  return {
    method,
    url: `${nextUrl()}/api/v1${path}`,
    body: body === undefined ? null : JSON.stringify(body),
    params: { headers, tags: { name }, timeout: "60s" },
  };
}

interface Received {
  readonly status: number;
  readonly body: string | ArrayBuffer | null;
  readonly headers: Record<string, string>;
}

function answerOf({ status, body, headers }: Received): Answer {
  if (isTurnedAway({ status })) turnedAway.add(1);
  if (isUnknown({ status })) outcomesUnknown.add(1);
  const value = typeof body === "string" ? jsonOf(body) : undefined;
  const { code } = (value ?? {}) as { code?: string };
  const retryAfterSeconds = Number(headers["Retry-After"] ?? 1);
  const answeredBy = Date.parse(headers["Date"] ?? "") + 999;
  return { status, body: value, code: code ?? "", retryAfterSeconds, answeredBy };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
