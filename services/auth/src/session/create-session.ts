import { createHmac } from "node:crypto";
import { type Request, isLate, refuse } from "@slipway/broker";
import type { Caller, InputOf, OutputOf, auth } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { type OutboxEvent, newId } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { isPassword } from "../user/hash-password.ts";
import { type User, emailKey, isOpen } from "../user/user.ts";
import type { UserSecret } from "../user/user-store.ts";
import { counterOf } from "./failure-store.ts";
import { newToken, tokenHash } from "./issue-token.ts";
import { tooManyLogIns } from "./log-in-queue.ts";
import { lifetimeMs, sessionRecord } from "./session.ts";
import { knownDevice, signDevice } from "./sign-device.ts";
import { type Failures, countAfter, mustWait, waitMs } from "./throttle.ts";

type Input = InputOf<typeof auth.createSession>;

/**
 * Begins a session of the user with this e-mail and password; every call makes one. Refuses
 * RATE_LIMITED a device that is not known where its address must wait, OVERLOADED where too many wait
 * for their turn, and UNAUTHENTICATED, whatever is wrong and in like time.
 */
export async function createSession(
  deps: Deps,
  request: Request,
  input: Input,
): Promise<OutputOf<typeof auth.createSession>> {
  const { email, device: cookie, address, waitSeconds } = input;
  const shown = { email, cookie, now: deps.clock() };
  const device = knownDevice(deps.config.peppers, shown);
  if (device === null && waitSeconds > 0)
    throw refuse("RATE_LIMITED", { retryAfterSeconds: waitSeconds });
  // Known devices wait by account and apart: whatever strangers send, from however many addresses.
  const turn =
    device === null
      ? { group: "others", by: address }
      : { group: "known devices", by: emailKey(email) };
  const user = await deps.logIns.run(turn, () => {
    if (isLate(request)) throw tooManyLogIns();
    return admit(deps, request.caller, { ...input, device });
  });
  if (!user) throw refuse("UNAUTHENTICATED");
  const session = await begin(deps, request.caller, user);
  return { ...session, device: signDevice(deps.config.peppers, shown) };
}

/** The user, where the password is right and the account does not wait. */
async function admit(
  deps: Deps,
  caller: Caller,
  { email, password, address, device }: Input,
): Promise<(User & UserSecret) | null> {
  const found = await deps.users.findByEmail(email);
  const isRight = await isPassword(password, found?.passwordHash ?? null);
  const admitted = isRight && found && isOpen(found) ? found : null;
  const account = found?.id ?? nobodysAccount(deps.config.peppers.current, email);
  const attempt = { account, user: found, device, address };
  const isIn = (await countAttempt(deps, caller, attempt, admitted !== null)) && admitted !== null;
  deps.log("info", "log-in", {
    outcome: isIn ? "ACCEPTED" : "UNAUTHENTICATED",
    account,
    ...(found ? { tenantId: found.tenantId } : {}),
    address,
    isKnownDevice: device !== null,
    requestId: caller.requestId,
  });
  return isIn ? admitted : null;
}

/** E-mails of nobody share these, so that guessing at them fills no database. */
const nobodysAccounts = 65_536;

/** Where the failures of an e-mail are counted that is nobody's: it must cost what a user's does. */
function nobodysAccount(pepper: string, email: string): string {
  const digest = createHmac("sha256", pepper).update(emailKey(email)).digest();
  return `nobody_${digest.readUInt32BE() % nobodysAccounts}`;
}

interface Attempt {
  readonly account: string;
  readonly user: User | null;
  /** The id of a known device; null: of none. */
  readonly device: string | null;
  readonly address: string;
}

/**
 * Whether an attempt counts, once its password has been tested; false while the account waits. A known
 * device and all others together wait each for their own failures. Of attempts made at once, here or
 * on other replicas, each is judged after the one before was counted, so that guessing in parallel
 * gains nothing.
 */
async function countAttempt(
  { failures, clock }: Deps,
  caller: Caller,
  attempt: Attempt,
  isRight: boolean,
): Promise<boolean> {
  const counter = counterOf(attempt.account, attempt.device);
  for (;;) {
    const known = await failures.get(counter);
    const now = clock();
    if (mustWait(known, now)) return false;
    const isCounted = isRight
      ? await failures.forgive(counter, known)
      : await failures.add(counter, known, now, refusalEvent(caller, attempt, known, now));
    // Lost against another attempt: that one has been counted, so this ends.
    if (isCounted) return true;
  }
}

/** What the tenant is told of a failure after which its user must wait; undefined of any other. */
function refusalEvent(
  caller: Caller,
  { user, device, address }: Attempt,
  known: Failures | null,
  now: number,
): OutboxEvent | undefined {
  const failures = countAfter(known, now);
  if (user === null || waitMs(failures) === 0) return undefined;
  const { id: userId, tenantId } = user;
  const waitsUntil = new Date(now + waitMs(failures)).toISOString();
  return eventOf({ ...caller, tenantId }, now, {
    type: "session.refused",
    entityId: userId,
    before: null,
    after: { userId, failures, address, isKnownDevice: device !== null, waitsUntil },
  });
}

async function begin(
  { sessions, clock }: Deps,
  { requestId }: Caller,
  user: User & UserSecret,
): Promise<Omit<OutputOf<typeof auth.createSession>, "device">> {
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
    type: "session.created",
    entityId: session.id,
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
