import { type Request, refuse } from "@slipway/broker";
import type { Caller, InputOf, OutputOf, auth } from "@slipway/contracts";
import { createdEvent } from "@slipway/events";
import { newId } from "@slipway/store";
import type { ApiKeyDeps } from "./deps.ts";
import { type ApiKey, apiKeyRecord, isGrantable } from "../record/api-key.ts";
import { issueKey } from "./issue-key.ts";

/**
 * Makes a key of the caller's tenant; its text is answered here and never again. Repeated, it makes
 * another key. Refuses SCOPE_ESCALATION, NOT_FOUND on the command line for an unknown tenant, and
 * QUOTA_EXCEEDED.
 */
export async function issueApiKey(
  deps: ApiKeyDeps,
  { caller }: Request,
  { name, scopes: asked, restrictions }: InputOf<typeof auth.issueApiKey>,
): Promise<OutputOf<typeof auth.issueApiKey>> {
  const scopes = [...new Set(asked)];
  if (!isGrantable(caller, { scopes, restrictions })) throw refuse("SCOPE_ESCALATION");
  const { tenantId } = caller;
  // A credential proves its tenant; only the command line can name one that does not exist.
  if (caller.credentialId === null && !(await deps.tenants.get(tenantId, tenantId)))
    throw refuse("NOT_FOUND");
  return keepNewKey(deps, caller, { name, scopes, restrictions });
}

/** Makes the key's text and keeps what recognises it, within the tenant's quota. */
export async function keepNewKey(
  { apiKeys, config, clock }: ApiKeyDeps,
  caller: Caller,
  asked: Pick<ApiKey, "name" | "scopes" | "restrictions" | "channel">,
): Promise<OutputOf<typeof auth.issueApiKey>> {
  const { tenantId } = caller;
  const now = clock();
  const { text, ...kept } = issueKey(config.peppers.current);
  const key = {
    id: newId("key", now),
    tenantId,
    ...asked,
    prefix: kept.prefix,
    createdBy: { type: caller.actorType, id: caller.actorId },
    createdAt: new Date(now),
    lastUsedAt: null,
  };
  const record = apiKeyRecord(key);
  const event = createdEvent(caller, "apiKey.created", record);
  await config.apiKeyQuota.within(
    tenantId,
    (limit) => apiKeys.count(tenantId, limit),
    () => apiKeys.insert(tenantId, { ...key, ...kept }, event),
  );
  return { ...record, key: text };
}
