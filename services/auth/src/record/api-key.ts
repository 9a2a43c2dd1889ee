import {
  type Kept,
  type KeyRestrictions,
  type OutputOf,
  answerOf,
  auth,
  covers,
  isAtLeastAsRestricted,
  unrestricted,
} from "@slipway/contracts";

/** A tenant's credential, without its secret. */
export interface ApiKey extends Omit<Kept<ApiKeyRecord>, "channelConnectionId" | "supplierId"> {
  /** The channel of a channel key, whose supplier stands in `restrictions`. */
  readonly channel?: KeyChannel | undefined;
}

type ApiKeyRecord = OutputOf<typeof auth.listApiKeys>[number];

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
export function apiKeyRecord(key: ApiKey): ApiKeyRecord {
  const { channel, restrictions } = key;
  return answerOf(auth.apiKey, {
    ...key,
    channelConnectionId: channel?.channelConnectionId ?? null,
    supplierId: channel ? restrictions.supplierId : null,
  });
}
