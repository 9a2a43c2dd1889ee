import { type Request, isLate, refuse } from "@slipway/broker";
import type { Caller, InputOf, OutputOf, auth } from "@slipway/contracts";
import type { UserDeps } from "./deps.ts";
import { tooManyLogIns } from "../session/log-in-queue.ts";
import { recordAttempt } from "../session/record-attempt.ts";
import { callingSession } from "../record/session.ts";
import { hashPassword, isPassword } from "../record/hash-password.ts";
import { type User, emailKey, userRecord } from "../record/user.ts";
import type { UserWithSecret } from "../record/user-store.ts";
import { writeUser } from "./write-user.ts";

type SetOwnPasswordInput = InputOf<typeof auth.setOwnPassword>;

/**
 * Replaces the password of the caller's user and ends all sessions of the user. Waits its turn among
 * log-ins. Failures count for this session: its thief cannot guess, and locks nobody out.
 * Refuses SESSION_REQUIRED, WRONG_PASSWORD, also while the session waits, and OVERLOADED.
 */
export async function setOwnPassword(
  deps: UserDeps,
  request: Request,
  { current, password, address }: SetOwnPasswordInput,
): Promise<OutputOf<typeof auth.setOwnPassword>> {
  const { caller } = request;
  const calling = callingSession(caller);
  if (!calling) throw refuse("SESSION_REQUIRED");
  const user = await deps.users.get(caller.tenantId, calling.userId);
  if (!user) throw refuse("UNAUTHENTICATED");
  const passwordHash = await deps.logIns.run(
    { group: "known devices", by: emailKey(user.email) },
    async () => {
      if (isLate(request)) throw tooManyLogIns();
      if (!(await isAdmitted(deps, caller, { user, session: calling.id, current, address })))
        throw refuse("WRONG_PASSWORD");
      return hashPassword(password);
    },
  );
  const changed = await writeUser(deps, request, user.id, {
    decide: (now, at) => {
      // The epoch decides between two changes of a password: the first has ended the other's session.
      if (now.sessionEpoch !== user.sessionEpoch) throw refuse("UNAUTHENTICATED");
      return { passwordHash, passwordChangedAt: at };
    },
    endsSessions: true,
  });
  await deps.failures.clear(user.id);
  return userRecord(changed);
}

/** Whether the current password is right and this session does not wait. */
async function isAdmitted(
  deps: UserDeps,
  caller: Caller,
  tried: { user: User & Pick<UserWithSecret, "passwordHash">; session: string } & Pick<
    SetOwnPasswordInput,
    "current" | "address"
  >,
): Promise<boolean> {
  const { user, session: device, current, address } = tried;
  const isRight = await isPassword(current, user.passwordHash);
  const attempt = { account: user.id, user, device, address };
  const isIn = (await recordAttempt(deps, caller, attempt, isRight)) && isRight;
  deps.log("info", "password change", {
    outcome: isIn ? "ACCEPTED" : "WRONG_PASSWORD",
    account: user.id,
    tenantId: user.tenantId,
    address,
    requestId: caller.requestId,
  });
  return isIn;
}
