import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, auth } from "@slipway/contracts";
import type { ApiKeyDeps } from "./deps.ts";
import { isGrantable } from "../record/api-key.ts";
import { keepNewKey } from "./issue-api-key.ts";

/**
 * Makes a key by which a reseller sells one supplier's tours; its text is answered here and never again. Repeated, it
 * makes another key. Refuses SCOPE_ESCALATION to a caller who may not do itself what the key may, and QUOTA_EXCEEDED.
 */
export async function issueChannelKey(
  deps: ApiKeyDeps,
  { caller }: Request,
  { name, supplierId, ...channel }: InputOf<typeof auth.issueChannelKey>,
): Promise<OutputOf<typeof auth.issueChannelKey>> {
  const restrictions = { supplierId, overrides: false };
  if (!isGrantable(caller, { scopes: auth.channelKeyScopes, restrictions }))
    throw refuse("SCOPE_ESCALATION", { detail: "The caller may not sell by itself" });
  return keepNewKey(deps, caller, { name, scopes: [], restrictions, channel });
}
