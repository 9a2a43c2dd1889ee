import { type Request, isLate, refuse } from "@slipway/broker";
import type { SessionDeps } from "../session/deps.ts";
import { tooManyLogIns } from "../session/log-in-queue.ts";
import { factorLogged, verifyUser } from "../session/verify-user.ts";
import { callingSession } from "../record/session.ts";
import { type UserWithSecret, emailKey } from "../record/user.ts";

/**
 * The caller's user, once the current password has been tested, and for a change of the second factor a code of the
 * present one, which is used up. Waits its turn among log-ins. Failures count for this session: its thief cannot guess,
 * and locks nobody out. Refuses SESSION_REQUIRED, SECOND_FACTOR_REQUIRED, WRONG_PASSWORD, also for a wrong code and while
 * the session waits, and OVERLOADED.
 */
export async function confirmPassword(
  deps: SessionDeps,
  request: Request,
  { current, code, address }: { current: string; code?: string | undefined; address: string },
  purpose: "password change" | "second factor change",
): Promise<UserWithSecret> {
  const { caller } = request;
  const calling = callingSession(caller);
  if (!calling) throw refuse("SESSION_REQUIRED");
  const user = await deps.users.get(caller.tenantId, calling.userId);
  if (!user) throw refuse("UNAUTHENTICATED");
  const turn = { group: "known devices", by: emailKey(user.email) };
  const needsCode = purpose === "second factor change";
  const proof = await deps.logIns.run(turn, () => {
    if (isLate(request)) throw tooManyLogIns();
    const attempt = { account: user.id, user, device: calling.id, address };
    return verifyUser(deps, caller, { ...attempt, password: current, code, needsCode });
  });
  deps.log("info", purpose, {
    outcome: proof ? "ACCEPTED" : "WRONG_PASSWORD",
    account: user.id,
    tenantId: user.tenantId,
    ...factorLogged(proof),
    address,
    requestId: caller.requestId,
  });
  if (!proof) throw refuse("WRONG_PASSWORD");
  return user;
}
