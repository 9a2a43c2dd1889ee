import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import type { SessionDeps } from "../session/deps.ts";
import { confirmPassword } from "./confirm-password.ts";
import { hashPassword, refusePassword } from "../record/hash-password.ts";
import { emailKey, newPassword, userRecord } from "../record/user.ts";
import { writeUser } from "./write-user.ts";

/**
 * Replaces the password of the caller's user and ends all sessions of the user. Refuses SESSION_REQUIRED, WRONG_PASSWORD,
 * also while the session waits, VALIDATION_FAILED a common password and the current one, and OVERLOADED.
 */
export async function setOwnPassword(
  deps: SessionDeps,
  request: Request,
  { current, password, address }: InputOf<typeof auth.setOwnPassword>,
): Promise<OutputOf<typeof auth.setOwnPassword>> {
  const user = await confirmPassword(deps, request, { current, address }, "password change");
  if (password === current) throw refusePassword("must not be the current password");
  const turn = { group: "known devices", by: emailKey(user.email) };
  const passwordHash = await deps.logIns.run(turn, () => hashPassword(password));
  const changed = await writeUser(deps, request, user.id, {
    decide: (now, at) => {
      // The epoch decides between two changes of a password: the first has ended the other's session.
      if (now.sessionEpoch !== user.sessionEpoch) throw refuse("UNAUTHENTICATED");
      return newPassword(passwordHash, at);
    },
    endsSessions: true,
  });
  await deps.failures.clear(user.id);
  return userRecord(changed);
}
