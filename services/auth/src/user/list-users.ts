import { type Request, refuse } from "@slipway/broker";
import type { OutputOf, auth } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { callingSession } from "../session/session.ts";
import { userRecord } from "./user.ts";

/** The users of the caller's tenant, newest first. Refuses SESSION_REQUIRED. */
export async function listUsers(
  { users }: Deps,
  { caller }: Request,
): Promise<OutputOf<typeof auth.listUsers>> {
  if (!callingSession(caller)) throw refuse("SESSION_REQUIRED");
  return (await users.list(caller.tenantId)).map(userRecord);
}
