/** A crowd of clients: so many connections, each asking again as soon as it is answered. */
import { Pool } from "undici";

export interface Asked {
  method: "GET" | "POST";
  path: string;
  body?: object;
}

export interface Answered {
  status: number;
  tookMs: number;
  /** Kept only when the status is not the expected one. */
  body: string;
}

export interface CrowdOptions {
  /** Clients take them in turn. */
  urls: readonly string[];
  headers: Readonly<Record<string, string>>;
  clients: number;
  requests: number;
  requestOf: (index: number) => Asked;
  /** Waits as a 503 says, in which nothing was done, and asks again; the waiting counts. */
  isPatient?: boolean | undefined;
}

/** Makes all requests, `clients` at once; resolves with one entry per request. */
export async function ask(options: CrowdOptions): Promise<Answered[]> {
  const { urls, clients, requests } = options;
  const connections = Math.ceil(clients / urls.length);
  const pools = urls.map((url) => new Pool(url, { connections, pipelining: 1 }));
  const answers: Answered[] = [];
  let next = 0;
  async function client(pool: Pool): Promise<void> {
    while (next < requests) {
      const { method, path, body } = options.requestOf(next++);
      const startedAt = performance.now();
      const request = {
        method,
        path,
        headers: { ...options.headers, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      };
      let response = await pool.request(request);
      let text = await response.body.text();
      while (options.isPatient && response.statusCode === 503) {
        await pause(Number(response.headers["retry-after"] ?? 1) * 1_000);
        response = await pool.request(request);
        text = await response.body.text();
      }
      const { statusCode: status } = response;
      answers.push({
        status,
        tookMs: performance.now() - startedAt,
        body: status < 300 ? "" : text,
      });
    }
  }
  try {
    await Promise.all(
      Array.from({ length: clients }, (_, index) => client(pools[index % pools.length] as Pool)),
    );
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
  return answers;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
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
