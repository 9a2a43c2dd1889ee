import { type Request, refuse } from "@slipway/broker";
import type { OutputOf, auth } from "@slipway/contracts";
import { sessionsShownMax } from "../constants.ts";
import type { SessionDeps } from "./deps.ts";
import { callingSession, isOver, ownSession } from "../record/session.ts";

/** The sessions of the caller that have not ended, newest first. Refuses SESSION_REQUIRED. */
export async function listOwnSessions(
  { sessions, users, clock }: SessionDeps,
  { caller }: Request,
): Promise<OutputOf<typeof auth.listOwnSessions>> {
  const calling = callingSession(caller);
  if (!calling) throw refuse("SESSION_REQUIRED");
  const { tenantId } = caller;
  const [user, found] = await Promise.all([
    users.get(tenantId, calling.userId),
    sessions.listOfUser(tenantId, calling.userId),
  ]);
  const now = clock();
  // Ended ones stay stored until a job has removed them.
  const open = found.filter(
    (session) => session.epoch === user?.sessionEpoch && !isOver(session, now),
  );
  return open.slice(0, sessionsShownMax).map((session) => ownSession(session, calling.id));
}
