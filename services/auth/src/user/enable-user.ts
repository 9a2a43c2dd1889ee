import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import type { SessionDeps } from "../session/deps.ts";
import { writeUserByEmail } from "./write-user.ts";
import { isOpen } from "../record/user.ts";

/** Lets the user begin sessions; old ones stay ended. Repeated, it changes nothing. Refuses NOT_FOUND. */
export function enableUser(
  deps: SessionDeps,
  request: Request,
  { email }: InputOf<typeof auth.enableUser>,
): Promise<OutputOf<typeof auth.enableUser>> {
  return writeUserByEmail(deps, request, {
    email,
    decide: (user) => (isOpen(user) ? null : { disabledAt: null }),
    endsSessions: false,
  });
}
