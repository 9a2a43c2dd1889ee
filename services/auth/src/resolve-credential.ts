import type { CallerSigner, Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type auth, isRestricted } from "@slipway/contracts";
import { pepperOf } from "./record/hash-secret.ts";
import { moveToPepper } from "./api-key/move-to-pepper.ts";
import type { ApiKeyDeps } from "./api-key/deps.ts";
import type { Uses } from "./api-key/note-uses.ts";
import type { SessionDeps } from "./session/deps.ts";
import { resolveSession } from "./session/resolve-session.ts";

type Identified = OutputOf<typeof auth.identify>;

export interface ResolveDeps extends ApiKeyDeps, SessionDeps {
  readonly uses: Uses;
  /** Proves to other services whom a credential has been resolved to. */
  readonly signer: CallerSigner;
}

const nobody: Identified = { caller: null, user: null, duty: null };

/**
 * The owner of a key or of a session's token, by its digest: the credential itself stays at the gateway. Unknown, revoked and
 * expired ones are answered alike. Notes the use: a key's in memory, a session's at most once a minute. Adds the proof
 * that other services demand of a gateway.
 */
export async function identify(
  deps: ResolveDeps,
  _request: Request,
  { keyId, digest }: InputOf<typeof auth.identify>,
): Promise<Identified> {
  const found = await (keyId === null
    ? resolveSession(deps, digest)
    : resolveKey(deps, keyId, digest));
  if (!found?.caller) return nobody;
  return { ...found, caller: { ...found.caller, proof: deps.signer.prove(found.caller) } };
}

async function resolveKey(
  deps: ResolveDeps,
  keyId: string,
  digest: string,
): Promise<Identified | undefined> {
  const { peppers } = deps.config;
  const key = await deps.apiKeys.findByKeyId(keyId);
  const pepper = key && pepperOf(peppers, digest, key.digestHash);
  if (!key || !pepper) return undefined;
  if (pepper === peppers.old) await moveToPepper(deps, key, digest);
  deps.uses.note(key.id, new Date(deps.clock()));
  return {
    caller: {
      tenantId: key.tenantId,
      actorType: "API_KEY",
      actorId: key.id,
      credentialId: key.id,
      scopes: [...key.scopes],
      ...(isRestricted(key.restrictions) ? { restrictions: { ...key.restrictions } } : {}),
      ...(key.channel ? { channel: { channelConnectionId: key.channel.channelConnectionId } } : {}),
      source: key.channel?.source ?? "api/v1",
    },
    user: null,
    duty: null,
  };
}
