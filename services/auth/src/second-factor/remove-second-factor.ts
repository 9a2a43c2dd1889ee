import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { SessionDeps } from "../session/deps.ts";
import { confirmPassword } from "../user/confirm-password.ts";
import { isSameFactor, userRecord, withoutFactor } from "../record/user.ts";
import { writeUser } from "../user/write-user.ts";

/**
 * Removes the second factor of the caller's user, with its recovery codes. Repeated, it changes nothing. Refuses
 * SESSION_REQUIRED, SECOND_FACTOR_REQUIRED, WRONG_PASSWORD, VERSION_CONFLICT (the user has another one meanwhile) and OVERLOADED.
 */
export async function removeSecondFactor(
  deps: SessionDeps,
  request: Request,
  input: InputOf<typeof auth.removeSecondFactor>,
): Promise<OutputOf<typeof auth.removeSecondFactor>> {
  const known = await confirmPassword(deps, request, input, "second factor change");
  const { id } = known;
  const user = await writeUser(deps, request, id, {
    decide(now) {
      // Race: another session has added or replaced it since, and that one's code was not shown.
      if (!isSameFactor(now, known)) throw refuse("VERSION_CONFLICT");
      return withoutFactor(now);
    },
    endsSessions: false,
  });
  // The tenant may ask for a second factor.
  await invalidateCaches(deps.broker, request, [id]);
  return userRecord(user);
}
