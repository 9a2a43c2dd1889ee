import type { CallerSigner, Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type auth,
  isRestricted,
  isSessionToken,
  parseKey,
} from "@slipway/contracts";
import { pepperOf } from "./record/hash-secret.ts";
import { moveToPepper } from "./api-key/move-to-pepper.ts";
import type { ApiKey } from "./record/api-key.ts";
import type { KeySecret } from "./api-key/api-key-store.ts";
import type { ApiKeyDeps } from "./api-key/deps.ts";
import type { Uses } from "./api-key/note-uses.ts";
import type { SessionDeps } from "./session/deps.ts";
import { tokenHash } from "./session/issue-token.ts";
import { resolveSession } from "./session/resolve-session.ts";

type Resolved = OutputOf<typeof auth.resolveCredential>;

export interface ResolveDeps extends ApiKeyDeps, SessionDeps {
  readonly uses: Uses;
  /** Proves to other services whom a credential has been resolved to. */
  readonly signer: CallerSigner;
}

const nobody: Resolved = { caller: null, user: null, duty: null };

/**
 * Who a key or a session's token belongs to. Malformed, unknown, revoked and expired texts are
 * answered alike. Notes the use: a key's in memory, a session's at most once a minute.
 */
export async function resolveCredential(
  deps: ResolveDeps,
  _request: Request,
  { token, ...gateway }: InputOf<typeof auth.resolveCredential>,
): Promise<Resolved> {
  const found = isSessionToken(token)
    ? await resolveSession(deps, tokenHash(token))
    : await resolveKey(deps, token, gateway);
  return found ? signed(deps, found) : nobody;
}

/**
 * Who a credential belongs to, by its digest: the credential itself stays at the gateway. A key of an earlier release, or
 * of the pepper before, has to be shown once, so that its secret is hashed anew.
 */
export async function identify(
  deps: ResolveDeps,
  _request: Request,
  { keyId, digest, ...gateway }: InputOf<typeof auth.identify>,
): Promise<OutputOf<typeof auth.identify>> {
  const known = { ...nobody, mustShow: false };
  if (keyId === null) {
    const session = await resolveSession(deps, digest);
    return session ? { ...known, ...signed(deps, session) } : known;
  }
  const key = await findKey(deps, keyId, gateway);
  if (!key) return known;
  if (key.digestHash === undefined) return { ...known, mustShow: true };
  const pepper = pepperOf(deps.config.peppers, digest, key.digestHash);
  if (pepper === undefined) return known;
  if (pepper === deps.config.peppers.old) return { ...known, mustShow: true };
  return { ...known, ...signed(deps, used(deps, key)) };
}

/** Adds the proof that other services demand of a gateway. */
function signed({ signer }: ResolveDeps, { caller, ...rest }: Resolved): Resolved {
  return { caller: caller && { ...caller, proof: signer.prove(caller) }, ...rest };
}

/** The restrictions of keys that the calling gateway can enforce. */
type Gateway = Pick<InputOf<typeof auth.identify>, "restricts" | "knowsChannels">;

/** Finds a key, unless the gateway is of an earlier release and could not enforce the key's restrictions. */
async function findKey(
  { apiKeys }: ResolveDeps,
  keyId: string,
  { restricts, knowsChannels }: Gateway,
): Promise<(ApiKey & KeySecret) | null> {
  const key = await apiKeys.findByKeyId(keyId);
  if (!key || (key.channel && !knowsChannels)) return null;
  return restricts || !isRestricted(key.restrictions) ? key : null;
}

async function resolveKey(
  deps: ResolveDeps,
  token: string,
  gateway: Gateway,
): Promise<Resolved | undefined> {
  const { peppers } = deps.config;
  const parsed = parseKey(token);
  if (!parsed) return undefined;
  const key = await findKey(deps, parsed.keyId, gateway);
  const pepper = key && pepperOf(peppers, parsed.secret, key.secretHash);
  if (!key || !pepper) return undefined;
  if (pepper === peppers.old || key.digestHash === undefined)
    await moveToPepper(deps, key, parsed.secret);
  return used(deps, key);
}

function used({ uses, clock }: ResolveDeps, key: ApiKey): Resolved {
  uses.note(key.id, new Date(clock()));
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
