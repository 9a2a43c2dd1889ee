import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import type { SessionDeps } from "../session/deps.ts";
import { withoutFactor } from "../record/user.ts";
import { writeUserByEmail } from "../user/write-user.ts";

/** Removes a user's second factor and ends the user's sessions. Repeated, it changes nothing more. Refuses NOT_FOUND. */
export async function resetSecondFactor(
  deps: SessionDeps,
  request: Request,
  { email }: InputOf<typeof auth.resetSecondFactor>,
): Promise<OutputOf<typeof auth.resetSecondFactor>> {
  return writeUserByEmail(deps, request, { email, decide: withoutFactor, endsSessions: true });
}
