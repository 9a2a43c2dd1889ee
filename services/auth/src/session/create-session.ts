import { createHmac } from "node:crypto";
import { type Request, isLate, refuse } from "@slipway/broker";
import type { Caller, InputOf, OutputOf, auth } from "@slipway/contracts";
import { nobodysAccounts } from "../constants.ts";
import type { SessionDeps } from "./deps.ts";
import { isPassword } from "../record/hash-password.ts";
import { emailKey, isOpen } from "../record/user.ts";
import type { UserWithSecret } from "../record/user-store.ts";
import { type Proof, boundTo } from "../record/second-factor.ts";
import { verifyCode } from "../record/verify-code.ts";
import { counterOf } from "./failure-store.ts";
import { tooManyLogIns } from "./log-in-queue.ts";
import { type Attempt, recordAttempt } from "./record-attempt.ts";
import { knownDevice, signDevice } from "./sign-device.ts";
import { startSession } from "./start-session.ts";
import { mustWait } from "./throttle.ts";

type CreateSessionInput = InputOf<typeof auth.createSession>;

/**
 * Begins a session of the user with this e-mail, password and code; every call makes one. Refuses RATE_LIMITED a device
 * that is not known where its address must wait, and OVERLOADED where too many wait for their turn. A right password
 * without its code is SECOND_FACTOR_REQUIRED. Whatever else is wrong is UNAUTHENTICATED, in like time.
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
  const session = await startSession(deps, request.caller, user);
  return { ...session, device: signDevice(deps.config.peppers, shown) };
}

/** The user, where password and code are right and the account does not wait. Refuses SECOND_FACTOR_REQUIRED. */
async function admit(
  deps: SessionDeps,
  caller: Caller,
  { email, password, code, address, device }: CreateSessionInput,
): Promise<UserWithSecret | null> {
  const found = await deps.users.findByEmail(email);
  const known = await withPassword(found, password);
  const account = found?.id ?? nobodysAccount(deps.config.peppers.current, email);
  if (known?.secondFactor && code === undefined) await askForCode(deps, { account, device });
  const proof = known && proofOf(deps, known, code);
  const attempt = { account, user: found, device, address };
  const isCounted = await recordAttempt(deps, caller, attempt, proof !== null);
  const admitted = isCounted && known && proof ? await spend(deps, known, proof) : null;
  logAttempt(deps, caller, attempt, admitted && proof);
  return admitted;
}

/** The user where the password is right; one that is nobody's takes as long. */
async function withPassword(
  found: UserWithSecret | null,
  password: string,
): Promise<UserWithSecret | null> {
  const isRight = await isPassword(password, found?.passwordHash ?? null);
  return isRight && found && isOpen(found) ? found : null;
}

/** @param proof by which the user is in; null: the user is not. */
function logAttempt(
  { log }: SessionDeps,
  { requestId }: Caller,
  { account, user, device, address }: Attempt,
  proof: Proof | "NONE" | null,
): void {
  log("info", "log-in", {
    outcome: proof === null ? "UNAUTHENTICATED" : "ACCEPTED",
    account,
    ...(user && { tenantId: user.tenantId }),
    ...(proof === null || proof === "NONE" ? {} : { secondFactor: proof.by }),
    address,
    isKnownDevice: device !== null,
    requestId,
  });
}

/**
 * Counts neither a failure nor a success: a right password alone must not forgive wrong codes, or its thief could guess on.
 * Refuses SECOND_FACTOR_REQUIRED, unless the account waits.
 */
async function askForCode(
  { failures, clock }: SessionDeps,
  { account, device }: { readonly account: string; readonly device: string | null },
): Promise<void> {
  if (!mustWait(await failures.get(counterOf(account, device)), clock()))
    throw refuse("SECOND_FACTOR_REQUIRED");
}

/** "NONE": the user has no second factor. Null: the code is wrong. */
function proofOf(
  { factorSealer, clock, warn }: SessionDeps,
  { id, secondFactor: factor }: UserWithSecret,
  code = "",
): Proof | "NONE" | null {
  if (!factor) return "NONE";
  const openSecret = (): string | null => {
    try {
      return factorSealer.open(factor.sealed, boundTo(id));
    } catch (error) {
      warn(`the second factor of ${id} cannot be opened: ${String(error)}`);
      return null;
    }
  };
  return verifyCode(factor, openSecret, { code, now: clock() });
}

/** The user; null: the code was used meanwhile. What an earlier pepper has sealed is sealed anew. */
async function spend(
  { users, factorSealer }: SessionDeps,
  user: UserWithSecret,
  proof: Proof | "NONE",
): Promise<UserWithSecret | null> {
  if (proof === "NONE") return user;
  const { sealed = "" } = user.secondFactor ?? {};
  const isOld = proof.by === "APP" && !sealed.startsWith(`${factorSealer.keyName}.`);
  const owner = boundTo(user.id);
  const anew = isOld ? factorSealer.seal(factorSealer.open(sealed, owner), owner) : undefined;
  return (await users.spendProof(user, proof, anew)) ? user : null;
}

/** Where the failures of an e-mail are counted that is nobody's: it must cost what a user's does. */
function nobodysAccount(pepper: string, email: string): string {
  const digest = createHmac("sha256", pepper).update(emailKey(email)).digest();
  return `nobody_${digest.readUInt32BE() % nobodysAccounts}`;
}
