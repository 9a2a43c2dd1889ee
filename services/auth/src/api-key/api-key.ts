import { type OutputOf, type auth, covers } from "@slipway/contracts";

/** A tenant's credential, without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** The beginning of the key's text, by which a person recognises it. */
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly createdBy: { readonly type: string; readonly id: string | null };
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Whether a caller may grant these scopes: nobody grants more than is its own. */
export function isGrantable(held: readonly string[], asked: readonly string[]): boolean {
  return asked.every((scope) => covers(held, scope));
}

/** The key as answered and audited: metadata alone. */
export function apiKeyRecord(key: ApiKey): OutputOf<typeof auth.listApiKeys>[number] {
  const { id, tenantId, name, prefix, scopes, createdAt, createdBy, lastUsedAt } = key;
  return {
    id,
    tenantId,
    name,
    prefix,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    createdBy: { ...createdBy },
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
