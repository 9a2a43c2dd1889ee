/** Requests that tests make as a tenant of theirs. */
import { type Request, type Via, call, deadlineMs } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import { randomUUID } from "node:crypto";

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

/** A tenant that can own catalog records. */
export async function makeTenant(via: Via, defaultCurrency = "EUR"): Promise<string> {
  const tenantId = `ten_${randomUUID().replaceAll("-", "")}`;
  await call(requestOf(via, tenantId), catalog.initCurrency, { defaultCurrency });
  return tenantId;
}

/** A test makes many calls by one request, on a machine that others may starve; a node that has just joined NATS takes seconds for each. */
const testDeadlineMs =
  (process.env.SLIPWAY_TEST_NATS_URL === undefined ? 3 : 6) * deadlineMs.mutation;
