import {
  type KeyRestrictions,
  type OutputOf,
  type auth,
  covers,
  isAtLeastAsRestricted,
  unrestricted,
} from "@slipway/contracts";

/** A tenant's credential, without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** The beginning of the key's text, by which a person recognises it. */
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly restrictions: KeyRestrictions;
  /** The channel of a channel key, whose supplier stands in `restrictions`. */
  readonly channel?: KeyChannel | undefined;
  readonly createdBy: { readonly type: string; readonly id: string | null };
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The channel that a key sells for. */
export interface KeyChannel {
  readonly channelConnectionId: string;
  /** Its code, which never changes. */
  readonly source: string;
}

/** The rights that a credential holds, or that a new key is to hold. */
interface Grant {
  readonly scopes: readonly string[];
  readonly restrictions?: KeyRestrictions | undefined;
}

/** Whether a caller may issue such a key: nobody grants more than is its own. */
export function isGrantable(held: Grant, asked: Grant): boolean {
  const { restrictions: own = unrestricted } = held;
  const { restrictions = unrestricted } = asked;
  return (
    asked.scopes.every((scope) => covers(held.scopes, scope)) &&
    isAtLeastAsRestricted(own, restrictions)
  );
}

/** The key as answered and audited: metadata alone. */
export function apiKeyRecord(key: ApiKey): OutputOf<typeof auth.listApiKeys>[number] {
  const { id, tenantId, name, prefix, scopes, restrictions, channel } = key;
  const { createdAt, createdBy, lastUsedAt } = key;
  return {
    id,
    tenantId,
    name,
    prefix,
    scopes: [...scopes],
    restrictions: { ...restrictions },
    channelConnectionId: channel?.channelConnectionId ?? null,
    supplierId: channel ? restrictions.supplierId : null,
    createdAt: createdAt.toISOString(),
    createdBy: { ...createdBy },
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
