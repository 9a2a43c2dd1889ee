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
  const now = clock();
  const [user, found] = await Promise.all([
    users.get(tenantId, calling.userId),
    sessions.listOfUser(tenantId, calling.userId, (session) => ({
      epoch: session.epoch,
      isOver: isOver(session, now),
      shown: ownSession(session, calling.id),
    })),
  ]);
  // Ended ones stay stored until a job has removed them.
  const open = found.filter(
    ({ epoch, isOver: hasEnded }) => epoch === user?.sessionEpoch && !hasEnded,
  );
  // Few of a user: an index for their order would cost every log-in.
  return open
    .map(({ shown }) => shown)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, sessionsShownMax);
}
