import type { Request } from "@slipway/broker";
import type { OutputOf, auth } from "@slipway/contracts";
import type { ApiKeyDeps } from "./deps.ts";
import { apiKeyRecord } from "../record/api-key.ts";

/** The tenant's keys, newest first; metadata alone. */
export async function listApiKeys(
  { apiKeys }: ApiKeyDeps,
  { caller }: Request,
): Promise<OutputOf<typeof auth.listApiKeys>> {
  return apiKeys.list(caller.tenantId, apiKeyRecord);
}
