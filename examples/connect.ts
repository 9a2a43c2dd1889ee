/** The typed client, patient with a server that is started again while it is used. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Slipway, createClient, isOutcomeUnknown, isProblem } from "@slipway/client";

/** The key that the first start of a server has written into its data directory. */
export async function keyOf(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, "credentials.json");
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`${path} is not there: start the server first (npm start), or set SLIPWAY_KEY`);
  });
  return (JSON.parse(text) as { apiKey: string }).apiKey;
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

/** Whether it is to be found out what became of a change. After an INTERNAL the server has a fault that is to be seen. */
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
