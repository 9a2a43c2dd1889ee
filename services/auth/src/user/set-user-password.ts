import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import type { SessionDeps } from "../session/deps.ts";
import { writeUserByEmail } from "./write-user.ts";
import { hashPassword } from "../record/hash-password.ts";
import { newPassword } from "../record/user.ts";

/** Replaces the user's password and ends its sessions at once, each time. Refuses NOT_FOUND. */
export async function setUserPassword(
  deps: SessionDeps,
  request: Request,
  { email, password }: InputOf<typeof auth.setUserPassword>,
): Promise<OutputOf<typeof auth.setUserPassword>> {
  const passwordHash = await hashPassword(password);
  return writeUserByEmail(deps, request, {
    email,
    decide: (_user, now) => ({ ...newPassword(passwordHash, now), setup: null }),
    endsSessions: true,
  });
}
