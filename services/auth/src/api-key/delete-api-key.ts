import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, auth } from "@slipway/contracts";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import type { ApiKeyDeps } from "./deps.ts";
import { isGrantable } from "../record/api-key.ts";

/**
 * Revokes a key. Every gateway has dropped it before this answers, so no later request is let in
 * with it. Refuses KEY_IN_USE for the caller's own key, NOT_FOUND, also when repeated, and SCOPE_ESCALATION.
 */
export async function deleteApiKey(
  { broker, apiKeys, clock }: ApiKeyDeps,
  request: Request,
  { id }: InputOf<typeof auth.deleteApiKey>,
): Promise<OutputOf<typeof auth.deleteApiKey>> {
  const { caller } = request;
  if (id === caller.credentialId) throw refuse("KEY_IN_USE");
  const deleted = apiKeys.changeBy(caller, id, clock(), (key) => {
    // A caller who may not issue a key does not take it from its holder either.
    const scopes = key.channel ? auth.channelKeyScopes : key.scopes;
    if (!isGrantable(caller, { ...key, scopes })) throw refuse("SCOPE_ESCALATION");
    return { type: "apiKey.deleted", remove: true };
  });
  await followUp(deleted, () => invalidateCaches(broker, request, [id]));
  return { deleted: true };
}
