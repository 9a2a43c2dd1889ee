import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { SessionDeps } from "./deps.ts";
import { removeSession } from "./remove-session.ts";
import { callingSession } from "../record/session.ts";

/**
 * Ends one session of the caller's user. Every gateway has dropped it before this answers. Refuses
 * SESSION_REQUIRED, and NOT_FOUND for another user's session and when repeated.
 */
export async function deleteOwnSession(
  deps: SessionDeps,
  request: Request,
  { id }: InputOf<typeof auth.deleteOwnSession>,
): Promise<OutputOf<typeof auth.deleteOwnSession>> {
  const { caller } = request;
  const calling = callingSession(caller);
  if (!calling) throw refuse("SESSION_REQUIRED");
  const session = await deps.sessions.get(caller.tenantId, id);
  if (session && session.userId !== calling.userId) throw refuse("NOT_FOUND");
  // Also of one that is gone: the process that ended it may have crashed before it invalidated.
  const isEnded = session !== null && (await removeSession(deps, caller, session));
  await invalidateCaches(deps.broker, request, [id]);
  if (!isEnded) throw refuse("NOT_FOUND");
  return { deleted: true };
}
