import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import type { UserDeps } from "./deps.ts";
import { hashPassword } from "../record/hash-password.ts";
import { type User, noFactor, userRecord } from "../record/user.ts";

/**
 * Makes a user of the caller's tenant; the name is the e-mail unless given. Refuses NOT_FOUND (no
 * such tenant), VALIDATION_FAILED (a common password) and REFERENCE_TAKEN (the e-mail is a user's already, in whatever tenant).
 */
export async function createUser(
  { tenants, users, clock }: UserDeps,
  { caller }: Request,
  { email, name = email, password, scopes, mustChangePassword }: InputOf<typeof auth.createUser>,
): Promise<OutputOf<typeof auth.createUser>> {
  if (!(await tenants.get(caller.tenantId, caller.tenantId))) throw refuse("NOT_FOUND");
  const passwordHash = await hashPassword(password);
  const now = clock();
  const { tenantId } = caller;
  const createdAt = new Date(now);
  const user: User = {
    id: newId("usr", now),
    tenantId,
    email,
    name,
    scopes,
    createdAt,
    passwordChangedAt: createdAt,
    mustChangePassword,
    disabledAt: null,
    sessionEpoch: 0,
    setup: null,
    secondFactorAt: null,
    identity: null,
  };
  const record = userRecord(user);
  const event = eventOf(caller, now, {
    type: "user.created",
    entityId: user.id,
    before: null,
    after: record,
  });
  if (!(await users.insert(tenantId, { ...user, passwordHash, ...noFactor }, event)))
    throw refuse("REFERENCE_TAKEN", { detail: "A user with this e-mail exists." });
  return record;
}
