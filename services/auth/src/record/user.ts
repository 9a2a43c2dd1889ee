import { type Caller, type OutputOf, type auth, comparable, covers } from "@slipway/contracts";

/** By what a user who was invited sets the first password. */
export interface Setup {
  /** SHA-256 of the token, base64. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** A person who may open sessions for one tenant. */
export interface User {
  readonly id: string;
  readonly tenantId: string;
  /** As it was given; `emailKey` is what must be unique. */
  readonly email: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  /** Null: has no password yet. */
  readonly passwordChangedAt: Date | null;
  /** Null: may begin sessions. */
  readonly disabledAt: Date | null;
  /** Raised to end every session at once: one that began under another lets nobody in. */
  readonly sessionEpoch: number;
  readonly setup: Setup | null;
}

export interface UserSecret {
  /** Null: has no password yet. */
  readonly passwordHash: string | null;
}

/** What is changed of a user. */
export type UserChange = Partial<
  Pick<User, "name" | "scopes" | "disabledAt" | "passwordChangedAt" | "sessionEpoch" | "setup"> &
    UserSecret
>;

/** The form in which an e-mail is unique in the installation: a case apart is the same mailbox. */
export function emailKey(email: string): string {
  return comparable(email);
}

/** Whether the user may begin and use sessions. */
export function isOpen({ disabledAt }: Pick<User, "disabledAt">): boolean {
  return disabledAt === null;
}

/** Whether the user can do everything. One without a password cannot log in. */
export function isOwner(user: Pick<User, "disabledAt" | "passwordChangedAt" | "scopes">): boolean {
  return isOpen(user) && user.passwordChangedAt !== null && user.scopes.includes("*");
}

/** Whether a token of this hash may set the user's first password now. */
export function canSetUp(user: User, tokenHash: string, now: Date): boolean {
  const { setup, passwordChangedAt } = user;
  return (
    isOpen(user) &&
    passwordChangedAt === null &&
    setup?.tokenHash === tokenHash &&
    now < setup.expiresAt
  );
}

/** What a user is asked to become; what is undefined stays. */
interface AskedUpdate {
  readonly name?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly disabled?: boolean | undefined;
}

/**
 * The change that makes a user as asked; null: it is so already. Nobody gives a user more than is their
 * own: to add scopes, or to enable a user with them, the caller must hold them. Taking away needs none.
 */
export function decideUpdate(
  user: User,
  { name = user.name, scopes: asked = user.scopes, disabled = !isOpen(user) }: AskedUpdate,
  caller: Pick<Caller, "scopes">,
  now: Date,
): UserChange | "SCOPE_ESCALATION" | null {
  const scopes = [...new Set(asked)];
  const isEnabled = !isOpen(user) && !disabled;
  const given = isEnabled ? scopes : scopes.filter((scope) => !covers(user.scopes, scope));
  if (!given.every((scope) => covers(caller.scopes, scope))) return "SCOPE_ESCALATION";
  const change: UserChange = {
    ...(name === user.name ? {} : { name }),
    ...(areSame(scopes, user.scopes) ? {} : { scopes }),
    ...(isEnabled ? { disabledAt: null } : {}),
    ...(isOpen(user) && disabled ? { disabledAt: now } : {}),
    ...setupAfter(user, disabled || given.length > 0),
  };
  return Object.keys(change).length === 0 ? null : change;
}

/** A token must not outlive the user's time, nor set the password of more than its inviter gave: the inviter knows it. */
function setupAfter({ setup }: Pick<User, "setup">, isOver: boolean): UserChange {
  return setup !== null && isOver ? { setup: null } : {};
}

function areSame(these: readonly string[], those: readonly string[]): boolean {
  return these.length === those.length && these.every((each) => those.includes(each));
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
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
    setupExpiresAt: user.setup?.expiresAt.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
