/** The typed client, patient with a server that is started again while it is used. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Slipway, createClient, isOutcomeUnknown, isProblem } from "@slipway/client";

/** The credentials that the first start of a server writes into its data directory. */
interface FirstCredentials {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly email: string;
}

export const credentialsFile = (dataDirectory: string): string =>
  join(dataDirectory, "credentials.json");

/** Undefined where no server has started on that directory. */
export async function firstCredentials(
  dataDirectory: string,
): Promise<FirstCredentials | undefined> {
  const text = await readFile(credentialsFile(dataDirectory), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as FirstCredentials);
}

/** The key of the first start. */
export async function keyOf(dataDirectory: string): Promise<string> {
  const first = await firstCredentials(dataDirectory);
  if (first) return first.apiKey;
  const path = credentialsFile(dataDirectory);
  throw new Error(`${path} is not there: start the server first (npm start), or set SLIPWAY_KEY`);
}

const patienceMs = 60_000;

/** @param urls of a server, or of several gateways, which are asked in turn. A repeat goes to another one. */
export function connect(urls: string | readonly string[], apiKey: string): Slipway {
  const all = [urls].flat();
  const [baseUrl = ""] = all;
  let asked = 0;
  return createClient({
    baseUrl,
    apiKey,
    timeoutMs: patienceMs,
    attemptTimeoutMs: patienceMs / 2,
    maxRetries: patienceMs,
    fetch: (url, init) => {
      const origin = all[asked++ % all.length] ?? baseUrl;
      return fetch(origin + (url as string).slice(baseUrl.length), init);
    },
  });
}

/** Repeats what may be repeated while its outcome is unknown, for about a minute. */
export async function repeatable<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isUnsettled(error) || Date.now() > until) throw error;
      await new Promise((resume) => setTimeout(resume, 200));
    }
  }
}

/** Whether the outcome of a change must be looked up. An INTERNAL is a fault of the server, so it is shown instead. */
export function isUnsettled(error: unknown): boolean {
  return isOutcomeUnknown(error) && !isProblem(error, "INTERNAL");
}

/** Makes something unless it is there; after an unknown outcome it looks again. */
export function ensure<Thing>(
  find: () => Promise<Thing | undefined>,
  make: () => Promise<Thing>,
): Promise<Thing> {
  return repeatable(async () => (await find()) ?? (await make()));
}
