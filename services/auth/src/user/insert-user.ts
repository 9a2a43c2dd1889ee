import type { Caller } from "@slipway/contracts";
import { createdEvent } from "@slipway/events";
import { newId } from "@slipway/store";
import type { SessionDeps } from "../session/deps.ts";
import { type NewUser, type User, newUser, userRecord } from "../record/user.ts";

/** Makes a user of the caller's tenant. Null where the e-mail, or the provider's person, is a user's already, in whatever tenant. */
export async function insertUser(
  { users, clock }: Pick<SessionDeps, "users" | "clock">,
  caller: Caller,
  made: Omit<NewUser, "id" | "tenantId" | "createdAt">,
): Promise<User | null> {
  const now = clock();
  const { tenantId } = caller;
  const user = newUser({ ...made, id: newId("usr", now), tenantId, createdAt: new Date(now) });
  const event = createdEvent(caller, "user.created", userRecord(user));
  return (await users.insert(tenantId, user, event)) ? user : null;
}
