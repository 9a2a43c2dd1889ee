import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import type { SessionDeps } from "../session/deps.ts";
import { writeUserByEmail } from "./write-user.ts";
import { isOpen } from "../record/user.ts";

/** Ends the user's sessions at once and lets it begin none. Repeated, it changes nothing. Refuses NOT_FOUND. */
export function disableUser(
  deps: SessionDeps,
  request: Request,
  { email }: InputOf<typeof auth.disableUser>,
): Promise<OutputOf<typeof auth.disableUser>> {
  return writeUserByEmail(deps, request, {
    email,
    decide: (user, now) => (isOpen(user) ? { disabledAt: now, setup: null } : null),
    endsSessions: true,
  });
}
