import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type auth, parseKey } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { isSecret } from "./hash-secret.ts";

type Resolved = OutputOf<typeof auth.resolveCredential>;

const nobody: Resolved = { caller: null, user: null };

/**
 * Who a bearer text belongs to. Malformed, unknown and revoked texts are answered alike. Notes the
 * use in memory; it is stored with many others later.
 */
export async function resolveCredential(
  { apiKeys, pepper, uses, clock }: Deps,
  _request: Request,
  { token }: InputOf<typeof auth.resolveCredential>,
): Promise<Resolved> {
  const parsed = parseKey(token);
  if (!parsed) return nobody;
  const key = await apiKeys.findByKeyId(parsed.keyId);
  if (!key || !isSecret(pepper, parsed.secret, key.secretHash)) return nobody;
  uses.note(key.id, new Date(clock()));
  return {
    caller: {
      tenantId: key.tenantId,
      actorType: "API_KEY",
      actorId: key.id,
      credentialId: key.id,
      scopes: [...key.scopes],
      source: "api/v1",
    },
    user: null,
  };
}
