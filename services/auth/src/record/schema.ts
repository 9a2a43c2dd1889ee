import type { KeyRestrictions } from "@slipway/contracts";
import type { ApiKey } from "./api-key.ts";
import type { Session } from "./session.ts";
import type { UserWithSecret } from "./user.ts";
import { type Aggregate, type Index, collection, outboxIndex } from "@slipway/store";

export interface TenantDocument extends Aggregate {
  name: string;
  /** Absent: of an earlier release, and false. */
  secondFactorRequired?: boolean;
}

/** Absent where an earlier release has made the user. */
type LaterFields =
  | "mustChangePassword"
  | "setup"
  | "secondFactor"
  | "secondFactorAt"
  | "pendingFactor"
  | "pendingLimit"
  | "identity";

export interface UserDocument
  extends Aggregate,
    Omit<UserWithSecret, "id" | LaterFields | keyof Aggregate>,
    Partial<Pick<UserWithSecret, LaterFields>> {
  emailKey: string;
}

export interface SessionDocument extends Aggregate, Omit<Session, "id" | keyof Aggregate> {
  /** SHA-256 of the token, base64. */
  tokenHash: string;
}

export interface ApiKeyDocument
  extends Aggregate,
    Omit<ApiKey, "id" | "restrictions" | keyof Aggregate> {
  /** The key's id, the middle part of its text. */
  keyId: string;
  /** HMAC-SHA256, under the pepper, of the secret's SHA-256; base64. */
  digestHash: string;
  pepperName: string;
  /** Absent: none. */
  restrictions?: KeyRestrictions;
}

/** Unique in the installation, not in the tenant: a log-in, a token and a key name none. */
function uniqueAnywhere(field: string): Index {
  return [{ [field]: 1 }, { unique: true, partialFilterExpression: { live: true } }];
}

export const collections = {
  tenants: collection<TenantDocument>("tenants", [outboxIndex], { outlivesTenant: true }),
  users: collection<UserDocument>("users", [
    uniqueAnywhere("emailKey"),
    [{ tenantId: 1, createdAt: -1, _id: -1 }],
    [
      { identity: 1 },
      { unique: true, partialFilterExpression: { identity: { $type: "string" }, live: true } },
    ],
    // Sparse: few have one.
    [{ "setup.tokenHash": 1 }, { sparse: true }],
    outboxIndex,
  ]),
  apiKeys: collection<ApiKeyDocument>("api_keys", [
    uniqueAnywhere("keyId"),
    [{ tenantId: 1, createdAt: -1, _id: -1 }],
    outboxIndex,
  ]),
  sessions: collection<SessionDocument>("sessions", [
    uniqueAnywhere("tokenHash"),
    [{ tenantId: 1, userId: 1 }],
    [{ expiresAt: 1 }],
    [{ seenAt: 1 }],
    outboxIndex,
  ]),
};
