import { createHmac } from "node:crypto";
import { type Request, isLate, refuse } from "@slipway/broker";
import type { Caller, InputOf, OutputOf, auth } from "@slipway/contracts";
import { nobodysAccounts } from "../constants.ts";
import type { SessionDeps } from "./deps.ts";
import { type User, emailKey } from "../record/user.ts";
import { tooManyLogIns } from "./log-in-queue.ts";
import { knownDevice, signDevice } from "./sign-device.ts";
import { startSession } from "./start-session.ts";
import { factorLogged, verifyUser } from "./verify-user.ts";

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
): Promise<User | null> {
  const user = await deps.users.findByEmail(email);
  const account = user?.id ?? nobodysAccount(deps.config.peppers.current, email);
  const attempt = { account, user, device, address, password, code };
  const proof = await verifyUser(deps, caller, attempt);
  deps.log("info", "log-in", {
    outcome: proof ? "ACCEPTED" : "UNAUTHENTICATED",
    account,
    ...(user && { tenantId: user.tenantId }),
    ...factorLogged(proof),
    address,
    isKnownDevice: device !== null,
    requestId: caller.requestId,
  });
  return proof && user;
}

/** Where the failures of an e-mail are counted that is nobody's: it must cost what a user's does. */
function nobodysAccount(pepper: string, email: string): string {
  const digest = createHmac("sha256", pepper).update(emailKey(email)).digest();
  return `nobody_${digest.readUInt32BE() % nobodysAccounts}`;
}
