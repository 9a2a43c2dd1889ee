/** Requests as a client of the API makes them: every answer counts, none is repeated here. */
import { setTimeout as pause } from "node:timers/promises";

export interface Reply {
  /** 0: the connection broke, or no answer came in time. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isReplayed: boolean;
  /** Whether it says when to come again. */
  readonly hasRetryAfter: boolean;
}

export type Ask = (method: string, path: string, body?: object) => Promise<Reply>;

const patienceMs = 30_000;
/** Longer than a database is stopped for, and what it takes to be found again. */
const untilAnsweredMsMax = 180_000;

interface AskOptions {
  /** How long a client waits for each answer before it takes the connection for broken. */
  readonly patience?: () => number;
  /** Begins every path. */
  readonly base?: string;
}

/** Asks the gateways in turn, so that what is repeated meets another one. */
export function askAt(
  urls: readonly string[],
  key: string,
  { patience = () => patienceMs, base = "/api/v1" }: AskOptions = {},
): Ask {
  let asked = 0;
  return async (method, path, body) => {
    const url = `${urls[asked++ % urls.length]}${base}${path}`;
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body && { "content-type": "application/json" }),
    };
    const signal = AbortSignal.timeout(patience());
    try {
      const sent = body && { body: JSON.stringify(body) };
      const response = await fetch(url, { method, headers, signal, ...sent });
      return {
        status: response.status,
        body: (await response.json()) as Reply["body"],
        isReplayed: response.headers.get("idempotent-replayed") === "true",
        hasRetryAfter: response.headers.has("retry-after"),
      };
    } catch {
      return { status: 0, body: {}, isReplayed: false, hasRetryAfter: false };
    }
  };
}

/** Nothing is known of what it has done, nor of when it will. */
export function isBroken({ status }: Reply): boolean {
  return status === 0;
}

export function isFailure({ status }: Reply): boolean {
  return status === 0 || status >= 500;
}

/** Asks again until it is answered; for reads, and for what may be repeated. */
export async function untilAnswered(attempt: () => Promise<Reply>): Promise<Reply> {
  const until = performance.now() + untilAnsweredMsMax;
  for (;;) {
    const reply = await attempt();
    if (!isFailure(reply)) return reply;
    if (performance.now() > until)
      throw new Error(`no answer within 3 minutes: ${reply.status} ${JSON.stringify(reply.body)}`);
    await pause(100);
  }
}

/** The first answer, and whether an attempt before it may have been carried out. */
export async function untilClear(
  attempt: () => Promise<Reply>,
): Promise<{ reply: Reply; isUnclear: boolean }> {
  let isUnclear = false;
  const reply = await untilAnswered(async () => {
    const each = await attempt();
    isUnclear ||= isFailure(each);
    return each;
  });
  return { reply, isUnclear };
}
