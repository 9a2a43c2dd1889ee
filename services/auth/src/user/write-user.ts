import { type Request, refuse } from "@slipway/broker";
import type { OutputOf, auth } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import type { SessionDeps } from "../session/deps.ts";
import { removeSession } from "../session/remove-session.ts";
import { type User, type UserChange, isOwner, userRecord } from "../record/user.ts";

interface Change {
  /** Null: it is so already. Throws refusals. */
  readonly decide: (user: User, now: Date) => UserChange | null;
  /** Every session of the user is over, in the same write as the change. */
  readonly endsSessions: boolean;
  /** The last owner stays: the operator alone may take the place. Refuses LAST_OWNER. */
  readonly keepsOwner?: boolean;
}

/**
 * Changes a user of the caller's tenant. Where it ends sessions every gateway has dropped them before
 * this answers. Repeated, it finishes what an interrupted one left. Refuses NOT_FOUND.
 */
export async function writeUser(
  deps: SessionDeps,
  request: Request,
  id: string,
  { decide, endsSessions, keepsOwner = false }: Change,
): Promise<User> {
  const { caller } = request;
  const { tenantId } = caller;
  const now = deps.clock();
  let attempt = 0;
  const decideAll = async (before: User): Promise<UserChange | null> => {
    attempt += 1;
    const decided = decide(before, new Date(now));
    if (!decided) return null;
    const takesOwner = isOwner(before) && !isOwner({ ...before, ...decided });
    if (keepsOwner && takesOwner && !(await deps.users.keepOwner(before, attempt)))
      throw refuse("LAST_OWNER");
    return endsSessions ? { ...decided, sessionEpoch: before.sessionEpoch + 1 } : decided;
  };
  const user = await deps.users.change({ tenantId, id }, now, decideAll, (before, after) =>
    eventOf(caller, now, {
      type: "user.updated",
      entityId: id,
      before: userRecord(before),
      after: userRecord(after),
    }),
  );
  if (endsSessions) await endSessions(deps, request, user);
  return user;
}

/** Removes the records of the ended sessions, but not of those that began since. */
async function endSessions(deps: SessionDeps, request: Request, user: User): Promise<void> {
  await invalidateCaches(deps.broker, request, [user.id]);
  const { tenantId, id } = user;
  const sessions = await deps.sessions.listOfUser(tenantId, id, (session) => session);
  for (const session of sessions)
    if (session.epoch < user.sessionEpoch) await removeSession(deps, request.caller, session);
}

/** Writes a user of any tenant in the operator's name. An account that was waiting after failures begins anew. */
export async function writeUserByEmail(
  deps: SessionDeps,
  request: Request,
  { email, ...change }: Change & { readonly email: string },
): Promise<OutputOf<typeof auth.createUser>> {
  const found = await deps.users.findByEmail(email);
  if (!found) throw refuse("NOT_FOUND");
  const caller = { ...request.caller, tenantId: found.tenantId };
  const user = await writeUser(deps, { ...request, caller }, found.id, change);
  await deps.failures.clear(user.id);
  return userRecord(user);
}
