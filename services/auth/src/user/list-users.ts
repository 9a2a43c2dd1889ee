import { type Request, refuse } from "@slipway/broker";
import type { OutputOf, auth } from "@slipway/contracts";
import type { SessionDeps } from "../session/deps.ts";
import { callingSession } from "../record/session.ts";
import { userRecord } from "../record/user.ts";

/** The users of the caller's tenant, newest first. Refuses SESSION_REQUIRED. */
export async function listUsers(
  { users }: SessionDeps,
  { caller }: Request,
): Promise<OutputOf<typeof auth.listUsers>> {
  if (!callingSession(caller)) throw refuse("SESSION_REQUIRED");
  return users.list(caller.tenantId, userRecord);
}
