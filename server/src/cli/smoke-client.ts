import { setTimeout as pause } from "node:timers/promises";

/** No answer came that says what has happened. */
export class CannotTell extends Error {}

export interface SmokeApi {
  /** Resolves once the server says that it is ready; rejects after a minute. */
  untilReady(): Promise<void>;
  get<Answer>(path: string): Promise<Answer>;
  send<Answer>(method: string, path: string, body?: object): Promise<Answer>;
  /** The code that the request is refused with; "no refusal" when it is not. */
  refusalOf(method: string, path: string, body?: object): Promise<string>;
}

const patienceMs = 60_000;
const answerMsMax = 20_000;

/** A client of the HTTP API that waits where it is told to: 429 and 503 say that nothing was done. */
export function connectSmoke({ url, key }: { url: string; key: string }): SmokeApi {
  async function ask(method: string, path: string, body?: object): Promise<Response> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(answerMsMax),
      }).catch((error: unknown) => {
        throw new CannotTell(`${method} ${path} at ${url} was not answered: ${causeOf(error)}.`);
      });
      const mayRepeat = response.status === 429 || response.status === 503;
      if (!mayRepeat || performance.now() > until) return response;
      await response.text();
      await pause(Number(response.headers.get("retry-after") ?? 1) * 1_000);
    }
  }

  async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await ask(method, path, body);
    const answer = await readAnswer<Answer & { code?: string }>(response, `${method} ${path}`);
    if (response.ok) return answer;
    throw new Error(`${method} ${path} was answered ${response.status} ${answer.code ?? ""}.`);
  }

  /** A proxy before the gateway answers in words of its own. */
  async function readAnswer<Answer>(response: Response, asked: string): Promise<Answer> {
    const text = await response.text().catch((error: unknown) => {
      throw new CannotTell(`The answer to ${asked} at ${url} broke off: ${causeOf(error)}.`);
    });
    try {
      return JSON.parse(text) as Answer;
    } catch {
      const kind = response.headers.get("content-type") ?? "no content type";
      throw new Error(
        `${asked} at ${url} was answered ${response.status} by something else than Slipway (${kind}).`,
      );
    }
  }

  return {
    async untilReady() {
      const until = performance.now() + patienceMs;
      while (!(await isReady(url))) {
        if (performance.now() > until)
          throw new Error(`The Slipway at ${url} is not ready, or not there.`);
        await pause(500);
      }
    },
    get: (path) => send("GET", path),
    send,
    async refusalOf(method, path, body) {
      const response = await ask(method, path, body);
      const { code } = await readAnswer<{ code?: string }>(response, `${method} ${path}`);
      return response.ok ? "no refusal" : (code ?? String(response.status));
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  const asked = fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerMsMax) });
  return asked.then(
    ({ ok }) => ok,
    () => false,
  );
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
