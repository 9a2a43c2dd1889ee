/** Requests that tests make as a tenant of theirs. */
import { type Request, type Via, call, ownRequest } from "@slipway/broker";
import { type OutputOf, auth, catalog, parseKey } from "@slipway/contracts";
import { hash, randomUUID } from "node:crypto";

/** A request of an API key of this tenant. */
export function requestOf(via: Via, tenantId: string): Request {
  return {
    caller: Object.freeze({
      tenantId,
      actorType: "API_KEY",
      actorId: "key_test",
      credentialId: "key_test",
      scopes: ["*"],
      source: "api/v1",
      requestId: "test",
    }),
    deadline: Date.now() + testDeadlineMs,
    via,
  };
}

/** A request that nobody sent, or the command line. */
export function systemRequestOf(
  via: Via,
  tenantId: string,
  source: "system" | "cli" = "system",
): Request {
  return { ...ownRequest(via, tenantId, source), deadline: Date.now() + testDeadlineMs };
}

/** Whom auth finds by a key or a session's token. It is asked as a gateway asks it: by the digest. */
export function identify(via: Via, token: string): Promise<OutputOf<typeof auth.identify>> {
  const key = parseKey(token);
  const digest = hash("sha256", key?.secret ?? token, "base64");
  return call(systemRequestOf(via, "-"), auth.identify, { keyId: key?.keyId ?? null, digest });
}

/** A tenant that can own catalog records. */
export async function makeTenant(via: Via, defaultCurrency = "EUR"): Promise<string> {
  const tenantId = `ten_${randomUUID().replaceAll("-", "")}`;
  await call(requestOf(via, tenantId), catalog.initCurrency, { defaultCurrency });
  return tenantId;
}

/** "done", or the code of the refusal that the work has ended with. */
export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => (error as { type?: string }).type ?? String(error),
  );
}

/**
 * The time of a request in tests, those over HTTP included: none ends a test because others use the machine.
 * A doctor whose request has more than a minute waits out the recovery window.
 */
const testDeadlineMs = 60_000;
/** As a gateway takes them. */
export const testDeadlines = { read: testDeadlineMs, mutation: testDeadlineMs };
/** As the typed client takes it: longer than the gateway, so that its answer is what a test sees. */
export const testPatience = {
  attemptTimeoutMs: testDeadlineMs + 10_000,
  timeoutMs: 2 * testDeadlineMs,
};
