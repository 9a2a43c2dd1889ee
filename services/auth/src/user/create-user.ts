import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import type { SessionDeps } from "../session/deps.ts";
import { hashPassword } from "../record/hash-password.ts";
import { userRecord } from "../record/user.ts";
import { insertUser } from "./insert-user.ts";

/**
 * Makes a user of the caller's tenant; the name is the e-mail unless given. Refuses NOT_FOUND (no
 * such tenant), VALIDATION_FAILED (a common password) and REFERENCE_TAKEN (the e-mail is a user's already, in whatever tenant).
 */
export async function createUser(
  deps: SessionDeps,
  { caller }: Request,
  { email, name = email, password, scopes, mustChangePassword }: InputOf<typeof auth.createUser>,
): Promise<OutputOf<typeof auth.createUser>> {
  if (!(await deps.tenants.get(caller.tenantId, caller.tenantId))) throw refuse("NOT_FOUND");
  const passwordHash = await hashPassword(password);
  const made = { email, name, scopes, passwordHash, mustChangePassword };
  const user = await insertUser(deps, caller, made);
  if (!user) throw refuse("REFERENCE_TAKEN", { detail: "A user with this e-mail exists." });
  return userRecord(user);
}
