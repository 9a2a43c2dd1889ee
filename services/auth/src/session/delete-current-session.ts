import { type Request, refuse } from "@slipway/broker";
import type { OutputOf, auth } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { SessionDeps } from "./deps.ts";
import { callingSession } from "../record/session.ts";
import { removeSession } from "./remove-session.ts";

/**
 * Ends the caller's session. Every gateway has dropped it before this answers, so no later request is
 * let in with it. Refuses SESSION_REQUIRED for a key, and UNAUTHENTICATED when it has just ended.
 */
export async function deleteCurrentSession(
  deps: SessionDeps,
  request: Request,
): Promise<OutputOf<typeof auth.deleteCurrentSession>> {
  const calling = callingSession(request.caller);
  if (!calling) throw refuse("SESSION_REQUIRED");
  const { id } = calling;
  const { tenantId } = request.caller;
  const isEnded = await removeSession(deps, request.caller, { id, tenantId });
  await invalidateCaches(deps.broker, request, [id]);
  if (!isEnded) throw refuse("UNAUTHENTICATED");
  return { deleted: true };
}
