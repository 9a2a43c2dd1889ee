import type { OutputOf, auth } from "@slipway/contracts";

/** A person who may open sessions for one tenant. */
export interface User {
  readonly id: string;
  readonly tenantId: string;
  /** As it was given; `emailKey` is what must be unique. */
  readonly email: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly passwordChangedAt: Date;
  /** Null: may begin sessions. */
  readonly disabledAt: Date | null;
  /** Raised to end every session at once: one that began under another lets nobody in. */
  readonly sessionEpoch: number;
}

/** The form in which an e-mail is unique in the installation: a case apart is the same mailbox. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Whether the user may begin and use sessions. */
export function isOpen({ disabledAt }: User): boolean {
  return disabledAt === null;
}

/** The user as answered and audited: nothing of the password but when it was set. */
export function userRecord(user: User): OutputOf<typeof auth.createUser> {
  const { id, tenantId, email, name, scopes, createdAt, passwordChangedAt, disabledAt } = user;
  return {
    id,
    tenantId,
    email,
    name,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    passwordChangedAt: passwordChangedAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
