import { createHmac } from "node:crypto";
import { type Request, isLate, refuse } from "@slipway/broker";
import type { Caller, InputOf, OutputOf, auth } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import { nobodysAccounts, sessionLifetimeMs } from "../constants.ts";
import type { SessionDeps } from "./deps.ts";
import { isPassword } from "../record/hash-password.ts";
import { emailKey, isOpen } from "../record/user.ts";
import type { UserWithSecret } from "../record/user-store.ts";
import { newToken, tokenHash } from "./issue-token.ts";
import { tooManyLogIns } from "./log-in-queue.ts";
import { sessionRecord } from "../record/session.ts";
import { recordAttempt } from "./record-attempt.ts";
import { knownDevice, signDevice } from "./sign-device.ts";

type CreateSessionInput = InputOf<typeof auth.createSession>;

/**
 * Begins a session of the user with this e-mail and password; every call makes one. Refuses
 * RATE_LIMITED a device that is not known where its address must wait, OVERLOADED where too many wait
 * for their turn, and UNAUTHENTICATED, whatever is wrong and in like time.
 */
export async function createSession(
  deps: SessionDeps,
  request: Request,
  input: CreateSessionInput,
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
  deps: SessionDeps,
  caller: Caller,
  { email, password, address, device }: CreateSessionInput,
): Promise<UserWithSecret | null> {
  const found = await deps.users.findByEmail(email);
  const isRight = await isPassword(password, found?.passwordHash ?? null);
  const admitted = isRight && found && isOpen(found) ? found : null;
  const account = found?.id ?? nobodysAccount(deps.config.peppers.current, email);
  const attempt = { account, user: found, device, address };
  const isIn = (await recordAttempt(deps, caller, attempt, admitted !== null)) && admitted !== null;
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

/** Where the failures of an e-mail are counted that is nobody's: it must cost what a user's does. */
function nobodysAccount(pepper: string, email: string): string {
  const digest = createHmac("sha256", pepper).update(emailKey(email)).digest();
  return `nobody_${digest.readUInt32BE() % nobodysAccounts}`;
}

async function begin(
  { sessions, clock }: SessionDeps,
  { requestId }: Caller,
  user: UserWithSecret,
): Promise<Omit<OutputOf<typeof auth.createSession>, "device">> {
  const now = clock();
  const { tenantId, id: userId, email, name, scopes } = user;
  const session = {
    id: newId("ses", now),
    tenantId,
    userId,
    createdAt: new Date(now),
    expiresAt: new Date(now + sessionLifetimeMs),
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
