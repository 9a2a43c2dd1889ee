import { setTimeout as pause } from "node:timers/promises";
import { type Slipway, createClient } from "@slipway/client";

const patienceMs = 60_000;
const answerMsMax = 20_000;

/** A client that waits for a busy server for a minute. */
export function patientClient({ url, key }: { url: string; key: string }): Slipway {
  return createClient({
    baseUrl: url,
    apiKey: key,
    timeoutMs: patienceMs,
    attemptTimeoutMs: answerMsMax,
    maxRetries: patienceMs / 1_000,
  });
}

/** Resolves once the server says that it is ready; rejects after a minute. */
export async function untilReady(url: string): Promise<void> {
  const until = performance.now() + patienceMs;
  while (!(await isReady(url))) {
    if (performance.now() > until)
      throw new Error(`The Slipway at ${url} is not ready, or not there.`);
    await pause(500);
  }
}

async function isReady(url: string): Promise<boolean> {
  const asked = fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerMsMax) });
  return asked.then(
    ({ ok }) => ok,
    () => false,
  );
}
