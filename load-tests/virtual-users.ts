/** Virtual users: so many connections, each asking again as soon as it is answered. */
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "undici";

export interface Asked {
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: object;
  /** In place of the key of all. */
  key?: string;
  /** Beside those of all. */
  headers?: Readonly<Record<string, string>>;
  /** The request that the same client makes after a success, by its body; the times are added. */
  next?: (body: unknown) => Asked;
}

export interface Answered {
  status: number;
  tookMs: number;
  /** Kept only when the status is not the expected one. */
  body: string;
}

interface VirtualUsersOptions {
  /** Clients take them in turn. */
  urls: readonly string[];
  headers: Readonly<Record<string, string>>;
  clients: number;
  requests: number;
  requestOf: (index: number) => Asked;
  /** Waits as a 503 says, in which nothing was done, and asks again; the waiting counts. */
  isPatient?: boolean | undefined;
}

/**
 * Makes all requests, `clients` at once, each on a connection of its own; resolves with one entry per
 * request. It shares the machine with what it measures, so it spends as little as it can.
 */
export async function ask(options: VirtualUsersOptions): Promise<Answered[]> {
  const { urls, requests } = options;
  const answers: Answered[] = [];
  let next = 0;
  async function askInTurn(client: Client): Promise<void> {
    while (next < requests) {
      const asked = options.requestOf(next++);
      const startedAt = performance.now();
      let answer = await answerTo(client, asked, options.headers);
      if (asked.next && answer.status < 300)
        answer = await answerTo(client, asked.next(JSON.parse(answer.body)), options.headers);
      while (options.isPatient && answer.status === 503) {
        await pause(answer.retryAfterSeconds * 1_000);
        answer = await answerTo(client, asked, options.headers);
      }
      const { status, body } = answer;
      answers.push({ status, tookMs: performance.now() - startedAt, body });
    }
  }
  const clients = Array.from(
    { length: options.clients },
    (_, index) => new Client(urls[index % urls.length] ?? ""),
  );
  try {
    await Promise.all(clients.map(askInTurn));
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
  return answers;
}

interface Answer {
  readonly status: number;
  /** The body of a refusal or a failure, and of a success that says what is asked next. */
  readonly body: string;
  readonly retryAfterSeconds: number;
}

/** Without the streams and signals of undici's `request`, which cost as much again as the request. */
function answerTo(
  client: Client,
  { method, path, body, key, headers: own, next }: Asked,
  ofAll: VirtualUsersOptions["headers"],
): Promise<Answer> {
  const ofKey = key === undefined ? ofAll : { ...ofAll, authorization: `Bearer ${key}` };
  const headers = own ? { ...ofKey, ...own } : ofKey;
  const json = body ? JSON.stringify(body) : null;
  const sent = json === null ? headers : { ...headers, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    let status = 0;
    let retryAfterSeconds = 1;
    const chunks: Buffer[] = [];
    client.dispatch(
      { method, path, headers: sent, body: json },
      {
        onRequestStart: () => undefined,
        onResponseStart(_controller, statusCode, { "retry-after": retryAfter }) {
          status = statusCode;
          if (retryAfter !== undefined) retryAfterSeconds = Number(retryAfter);
        },
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () => {
          const text = status < 300 && !next ? "" : Buffer.concat(chunks).toString();
          resolve({ status, body: text, retryAfterSeconds });
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/** The value below which the share of the values lies; values need not be sorted. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
