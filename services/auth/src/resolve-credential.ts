import type { Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type auth,
  isSessionToken,
  parseKey,
} from "@slipway/contracts";
import { pepperOf } from "./api-key/hash-secret.ts";
import { moveToPepper } from "./api-key/move-to-pepper.ts";
import type { Deps } from "./deps.ts";
import { resolveSession } from "./session/resolve-session.ts";

type Resolved = OutputOf<typeof auth.resolveCredential>;

const nobody: Resolved = { caller: null, user: null };

/**
 * Who a key or a session's token belongs to. Malformed, unknown, revoked and expired texts are
 * answered alike. Notes the use: a key's in memory, a session's at most once a minute.
 */
export async function resolveCredential(
  deps: Deps,
  _request: Request,
  { token }: InputOf<typeof auth.resolveCredential>,
): Promise<Resolved> {
  const found = isSessionToken(token)
    ? await resolveSession(deps, token)
    : await resolveKey(deps, token);
  return found ?? nobody;
}

async function resolveKey(deps: Deps, token: string): Promise<Resolved | undefined> {
  const { apiKeys, peppers, uses, clock } = deps;
  const parsed = parseKey(token);
  if (!parsed) return undefined;
  const key = await apiKeys.findByKeyId(parsed.keyId);
  const pepper = key && pepperOf(peppers, parsed.secret, key.secretHash);
  if (!key || !pepper) return undefined;
  if (pepper === peppers.old) await moveToPepper(deps, key, parsed.secret);
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
