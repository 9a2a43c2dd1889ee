import {
  type Caller,
  type Kept,
  type OutputOf,
  answerOf,
  auth,
  comparable,
  covers,
} from "@slipway/contracts";
import type { PendingLimit, SecondFactor } from "./second-factor.ts";

/** The setup token by which an invited user sets the first password. */
export interface Setup {
  /** SHA-256 of the token, base64. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** A person who may open sessions for one tenant. */
export interface User extends Omit<Kept<UserRecord>, "setupExpiresAt"> {
  /** The password was made for the user, who sets another one before anything else. */
  readonly mustChangePassword: boolean;
  /** Raised to end every session at once: one that began under another lets nobody in. */
  readonly sessionEpoch: number;
  readonly setup: Setup | null;
  /** The user's identity at the provider; null: no provider has let the user in. */
  readonly identity: string | null;
}

type UserRecord = OutputOf<typeof auth.createUser>;

export interface UserSecret {
  /** Null: has no password yet. */
  readonly passwordHash: string | null;
  readonly secondFactor: SecondFactor | null;
  /** A sealed secret that a code must confirm. */
  readonly pendingFactor: string | null;
  /** How long the secret that was made last waits for its code. */
  readonly pendingLimit: PendingLimit | null;
}

export type UserWithSecret = User & UserSecret;

/** The fields of a new user that are not the same for all. */
export type NewUser = Pick<User, "id" | "tenantId" | "email" | "name" | "scopes" | "createdAt"> &
  Partial<Pick<UserWithSecret, "mustChangePassword" | "setup" | "identity" | "passwordHash">>;

/** A new user, or one of an earlier release: it has what each has from the beginning on. */
export function newUser({ passwordHash = null, ...made }: NewUser): UserWithSecret {
  return {
    passwordHash,
    passwordChangedAt: passwordHash === null ? null : made.createdAt,
    mustChangePassword: false,
    disabledAt: null,
    sessionEpoch: 0,
    setup: null,
    secondFactorAt: null,
    identity: null,
    secondFactor: null,
    pendingFactor: null,
    pendingLimit: null,
    ...made,
  };
}

export type UserChange = Partial<
  Omit<User, "id" | "tenantId" | "email" | "createdAt"> & UserSecret
>;

/** The duty of a user, to be done before sessions may do anything else; null: none. */
export type Duty = OutputOf<typeof auth.identify>["duty"];

export function dutyOf(
  { mustChangePassword, secondFactorAt }: Pick<User, "mustChangePassword" | "secondFactorAt">,
  needsFactor: boolean,
): Duty {
  if (mustChangePassword) return "CHANGE_PASSWORD";
  return needsFactor && secondFactorAt === null ? "ADD_SECOND_FACTOR" : null;
}

/** Whether a user read twice has the same second factor, or none both times. */
export function isSameFactor(
  these: Pick<User, "secondFactorAt">,
  those: Pick<User, "secondFactorAt">,
): boolean {
  return these.secondFactorAt?.getTime() === those.secondFactorAt?.getTime();
}

/** The change that takes the second factor away; null: there is none. */
export function withoutFactor({ secondFactorAt }: User): UserChange | null {
  return secondFactorAt === null
    ? null
    : { secondFactor: null, secondFactorAt: null, pendingFactor: null };
}

/** The change to a new password, after which the user need not change it. */
export function newPassword(passwordHash: string, now: Date) {
  return { passwordHash, passwordChangedAt: now, mustChangePassword: false };
}

/**
 * The change to no password, which also ends the sessions, where a provider gives a user more scopes; null: nothing is to
 * change. Who has invited the user may know the password, and must not get those scopes by it.
 */
export function withoutPassword(user: User, scopes: readonly string[]): UserChange | null {
  const isMore = scopes.some((scope) => !covers(user.scopes, scope));
  return user.passwordChangedAt === null || !isMore
    ? null
    : { ...noPassword, sessionEpoch: user.sessionEpoch + 1 };
}

const noPassword = { passwordHash: null, passwordChangedAt: null, mustChangePassword: false };

/** The form in which an e-mail is unique in the installation: a case apart is the same mailbox. */
export function emailKey(email: string): string {
  return comparable(email);
}

/** Whether the user may begin and use sessions. */
export function isOpen({ disabledAt }: Pick<User, "disabledAt">): boolean {
  return disabledAt === null;
}

type MayOwn = Pick<User, "disabledAt" | "passwordChangedAt" | "identity" | "scopes">;

/** Whether the user can do everything. Without a password and an identity at a provider a user cannot log in. */
export function isOwner({ passwordChangedAt, identity, scopes, ...user }: MayOwn): boolean {
  return isOpen(user) && (passwordChangedAt ?? identity) !== null && scopes.includes("*");
}

/** Whether a token of this hash may set the user's first password now. */
export function canSetUp(user: User, tokenHash: string, now: Date): boolean {
  const { setup, passwordChangedAt, identity } = user;
  return (
    isOpen(user) &&
    passwordChangedAt === null &&
    identity === null &&
    setup?.tokenHash === tokenHash &&
    now < setup.expiresAt
  );
}

/** The requested changes of a user; undefined fields stay. */
interface AskedUpdate {
  readonly name?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly disabled?: boolean | undefined;
  /** False: the user loses it. */
  readonly secondFactor?: false | undefined;
}

/**
 * The change that makes a user as asked; null: it is so already. Nobody gives a user more than is their
 * own: to add scopes, or to enable a user with them, the caller must hold them. Taking away needs none.
 */
export function decideUpdate(
  user: User,
  {
    name = user.name,
    scopes: asked = user.scopes,
    disabled = !isOpen(user),
    secondFactor,
  }: AskedUpdate,
  caller: Pick<Caller, "scopes">,
  now: Date,
): UserChange | "SCOPE_ESCALATION" | null {
  const scopes = [...new Set(asked)];
  const isEnabled = !isOpen(user) && !disabled;
  const losesFactor = secondFactor === false && user.secondFactorAt !== null;
  // A user who removes the guard of an account may want to get into it.
  const given =
    isEnabled || losesFactor ? scopes : scopes.filter((scope) => !covers(user.scopes, scope));
  if (!given.every((scope) => covers(caller.scopes, scope))) return "SCOPE_ESCALATION";
  const change: UserChange = {
    ...(name === user.name ? {} : { name }),
    ...(areSame(scopes, user.scopes) ? {} : { scopes }),
    ...disabledAfter(user, disabled, now),
    ...(losesFactor ? withoutFactor(user) : {}),
    ...setupAfter(user, disabled || given.length > 0),
  };
  return Object.keys(change).length === 0 ? null : change;
}

function disabledAfter(user: User, disabled: boolean, now: Date): UserChange {
  if (isOpen(user) === !disabled) return {};
  return { disabledAt: disabled ? now : null };
}

/** A token must not outlive the user's time, nor set the password of more than its inviter gave: the inviter knows it. */
function setupAfter({ setup }: Pick<User, "setup">, isOver: boolean): UserChange {
  return setup !== null && isOver ? { setup: null } : {};
}

function areSame(these: readonly string[], those: readonly string[]): boolean {
  return these.length === those.length && these.every((each) => those.includes(each));
}

/** The user as answered and audited: nothing of the password but when it was set. */
export function userRecord(user: User): UserRecord {
  return answerOf(auth.tenantUser, { ...user, setupExpiresAt: user.setup?.expiresAt ?? null });
}
