/** A small client of the HTTP API that waits when it is told to and never repeats blindly. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** An answer that is not a success; `code` is the machine-readable one of its body. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, what: string) {
    super(`${what} was answered ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** The connection broke or the server could not tell: look before you repeat. */
export class OutcomeUnknown extends Error {}

export interface Api {
  get<Answer>(path: string): Promise<Answer>;
  /** Safe to repeat by the caller only where the request says so itself (an idempotencyKey, a PUT). */
  send<Answer>(method: "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<Answer>;
}

/** The key that the first start of a server has written into its data directory. */
export async function keyOf(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, "credentials.json");
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`${path} is not there: start the server first (npm start), or set SLIPWAY_KEY`);
  });
  return (JSON.parse(text) as { apiKey: string }).apiKey;
}

const patienceMs = 60_000;

export function connect(url: string, key: string): Api {
  async function once(method: string, path: string, body?: object): Promise<Response> {
    try {
      return await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    } catch (error) {
      throw new OutcomeUnknown(`${method} ${path}: ${causeOf(error)}`);
    }
  }

  async function answered<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const response = await once(method, path, body);
      const text = await response.text().catch((error: unknown) => {
        throw new OutcomeUnknown(`${method} ${path}: ${causeOf(error)}`);
      });
      const answer = JSON.parse(text) as Answer & { code?: string };
      if (response.ok) return answer;
      const nothingWasDone = response.status === 429 || response.status === 503;
      if (nothingWasDone && Date.now() < until) {
        await pause(Number(response.headers.get("retry-after") ?? 1) * 1_000);
        continue;
      }
      if (response.status === 504) throw new OutcomeUnknown(`${method} ${path}: ${answer.code}`);
      throw new Refused(response.status, answer.code ?? "?", `${method} ${path}`);
    }
  }

  return {
    get: (path) => repeatable(() => answered("GET", path)),
    send: (method, path, body) => answered(method, path, body),
  };
}

/** Repeats what may be repeated while its outcome is unknown, for about a minute. */
export async function repeatable<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof OutcomeUnknown) || Date.now() > until) throw error;
      await pause(200);
    }
  }
}

/** Makes something unless it is there; after an unknown outcome it looks again. */
export function ensure<Thing>(
  find: () => Promise<Thing | undefined>,
  make: () => Promise<Thing>,
): Promise<Thing> {
  return repeatable(async () => (await find()) ?? (await make()));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
