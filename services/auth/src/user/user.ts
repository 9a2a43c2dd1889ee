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
}

/** The form in which an e-mail is unique in the installation: a case apart is the same mailbox. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** The user as answered and audited: nothing of the password. */
export function userRecord(user: User): OutputOf<typeof auth.createUser> {
  const { id, tenantId, email, name, scopes, createdAt } = user;
  return { id, tenantId, email, name, scopes: [...scopes], createdAt: createdAt.toISOString() };
}
