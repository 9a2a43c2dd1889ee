import { type Request, isLate, refuse } from "@slipway/broker";
import type { UserDeps } from "./deps.ts";
import { tooManyLogIns } from "../session/log-in-queue.ts";
import { recordAttempt } from "../session/record-attempt.ts";
import { callingSession } from "../record/session.ts";
import { isPassword } from "../record/hash-password.ts";
import { emailKey } from "../record/user.ts";
import type { UserWithSecret } from "../record/user-store.ts";

/**
 * The caller's user, once the current password has been tested. Waits its turn among log-ins. Failures count for this
 * session: its thief cannot guess, and locks nobody out. Refuses SESSION_REQUIRED, WRONG_PASSWORD, also while the session
 * waits, and OVERLOADED.
 */
export async function confirmPassword(
  deps: UserDeps,
  request: Request,
  { current, address }: { readonly current: string; readonly address: string },
  purpose: "password change" | "second factor change",
): Promise<UserWithSecret> {
  const { caller } = request;
  const calling = callingSession(caller);
  if (!calling) throw refuse("SESSION_REQUIRED");
  const user = await deps.users.get(caller.tenantId, calling.userId);
  if (!user) throw refuse("UNAUTHENTICATED");
  const turn = { group: "known devices", by: emailKey(user.email) };
  const isIn = await deps.logIns.run(turn, async () => {
    if (isLate(request)) throw tooManyLogIns();
    const isRight = await isPassword(current, user.passwordHash);
    const attempt = { account: user.id, user, device: calling.id, address };
    return (await recordAttempt(deps, caller, attempt, isRight)) && isRight;
  });
  deps.log("info", purpose, {
    outcome: isIn ? "ACCEPTED" : "WRONG_PASSWORD",
    account: user.id,
    tenantId: user.tenantId,
    address,
    requestId: caller.requestId,
  });
  if (!isIn) throw refuse("WRONG_PASSWORD");
  return user;
}
