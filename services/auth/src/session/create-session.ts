import { createHmac } from "node:crypto";
import { type Request, refuse } from "@slipway/broker";
import type { Caller, InputOf, OutputOf, auth } from "@slipway/contracts";
import { eventOf, newId } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { isPassword } from "../user/hash-password.ts";
import { type User, emailKey, isOpen } from "../user/user.ts";
import type { UserSecret } from "../user/user-store.ts";
import { lifetimeMs, sessionRecord } from "./session.ts";
import { newToken, tokenHash } from "./issue-token.ts";
import { mustWait } from "./throttle.ts";

/**
 * Begins a session of the user with this e-mail and password; every call makes one. Refuses
 * UNAUTHENTICATED, whatever is wrong and in like time, and OVERLOADED while too many passwords are
 * being tested.
 */
export async function createSession(
  deps: Deps,
  { caller }: Request,
  { email, password }: InputOf<typeof auth.createSession>,
): Promise<OutputOf<typeof auth.createSession>> {
  const user = await deps.passwordTests.run(async () => {
    const found = await deps.users.findByEmail(email);
    const isRight = await isPassword(password, found?.passwordHash ?? null);
    const account = found?.id ?? nobodysAccount(deps.pepper, email);
    const admitted = isRight && found && isOpen(found) ? found : null;
    return (await countAttempt(deps, account, admitted !== null)) ? admitted : null;
  });
  if (!user) throw refuse("UNAUTHENTICATED");
  return begin(deps, caller, user);
}

/** E-mails of nobody share these, so that guessing at them fills no database. */
const nobodysAccounts = 65_536;

/** Where the failures of an e-mail are counted that is nobody's: it must cost what a user's does. */
function nobodysAccount(pepper: string, email: string): string {
  const digest = createHmac("sha256", pepper).update(emailKey(email)).digest();
  return `nobody_${digest.readUInt32BE() % nobodysAccounts}`;
}

/**
 * Whether an attempt counts, once its password has been tested; false while the account waits. Of
 * attempts made at once, here or on other replicas, each is judged after the one before was counted,
 * so that guessing in parallel gains nothing.
 */
async function countAttempt(
  { failures, clock }: Deps,
  account: string,
  isRight: boolean,
): Promise<boolean> {
  for (;;) {
    const known = await failures.get(account);
    const now = clock();
    if (mustWait(known, now)) return false;
    const isCounted = isRight
      ? await failures.forgive(account, known)
      : await failures.add(account, known, now);
    // Lost against another attempt: that one has been counted, so this ends.
    if (isCounted) return true;
  }
}

async function begin(
  { sessions, clock }: Deps,
  { requestId }: Caller,
  user: User & UserSecret,
): Promise<OutputOf<typeof auth.createSession>> {
  const now = clock();
  const { tenantId, id: userId, email, name, scopes } = user;
  const session = {
    id: newId("ses", now),
    tenantId,
    userId,
    createdAt: new Date(now),
    expiresAt: new Date(now + lifetimeMs),
    seenAt: new Date(now),
    // Of the read that brought the password: a change of it since then has ended this session too.
    epoch: user.sessionEpoch,
  };
  const actor: Caller = {
    tenantId,
    actorType: "USER",
    actorId: userId,
    credentialId: session.id,
    scopes: [...scopes],
    source: "api/v1",
    requestId,
  };
  const event = eventOf(actor, now, {
    entityType: "session",
    entityId: session.id,
    verb: "create",
    before: null,
    after: sessionRecord(session),
  });
  const token = newToken();
  await sessions.insert({ ...session, tokenHash: tokenHash(token) }, event);
  return {
    token,
    expiresAt: session.expiresAt.toISOString(),
    user: { id: userId, email, name, scopes: [...scopes] },
  };
}
