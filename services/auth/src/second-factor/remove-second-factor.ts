import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { UserDeps } from "../user/deps.ts";
import { confirmPassword } from "../user/confirm-password.ts";
import { userRecord, withoutFactor } from "../record/user.ts";
import { writeUser } from "../user/write-user.ts";

/**
 * Removes the second factor of the caller's user, with its recovery codes. Repeated, it changes nothing. Refuses
 * SESSION_REQUIRED, WRONG_PASSWORD and OVERLOADED.
 */
export async function removeSecondFactor(
  deps: UserDeps,
  request: Request,
  input: InputOf<typeof auth.removeSecondFactor>,
): Promise<OutputOf<typeof auth.removeSecondFactor>> {
  const { id } = await confirmPassword(deps, request, input, "second factor change");
  const user = await writeUser(deps, request, id, { decide: withoutFactor, endsSessions: false });
  // The tenant may ask for a second factor.
  await invalidateCaches(deps.broker, request, [id]);
  return userRecord(user);
}
