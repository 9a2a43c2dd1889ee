import { type Request, refuse } from "@slipway/broker";
import type { OutputOf, auth } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import type { OutboxEvent } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { removeSession } from "../session/remove-session.ts";
import { type User, userRecord } from "./user.ts";
import type { UserChange } from "./user-store.ts";

interface Change {
  readonly email: string;
  /** Null: it is so already. */
  readonly decide: (user: User, now: Date) => UserChange | null;
  /** Every session of the user is over, in the same write as the change. */
  readonly endsSessions: boolean;
}

/**
 * Changes a user of whichever tenant in the operator's name. Where it ends sessions every gateway has
 * dropped them before this answers. Repeated, it finishes what an interrupted one left. Refuses
 * NOT_FOUND.
 */
export async function updateUser(
  deps: Deps,
  request: Request,
  { email, decide, endsSessions }: Change,
): Promise<OutputOf<typeof auth.createUser>> {
  const found = await deps.users.findByEmail(email);
  if (!found) throw refuse("NOT_FOUND");
  const now = deps.clock();
  const caller = { ...request.caller, tenantId: found.tenantId };
  const eventFor = (before: User, after: User): OutboxEvent =>
    eventOf(caller, now, {
      type: "user.updated",
      entityId: found.id,
      before: userRecord(before),
      after: userRecord(after),
    });
  const decideAll = (user: User): UserChange | null => {
    const change = decide(user, new Date(now));
    if (!change || !endsSessions) return change;
    return { ...change, sessionEpoch: user.sessionEpoch + 1 };
  };
  const user = await deps.users.change(found, now, decideAll, eventFor);
  // An account that was waiting after failures begins anew.
  await deps.failures.clear(user.id);
  if (endsSessions) await endSessions(deps, { ...request, caller }, user);
  return userRecord(user);
}

/** They are over by now; their records follow, but not those that began since. */
async function endSessions(deps: Deps, request: Request, user: User): Promise<void> {
  await invalidateCaches(deps.broker, request, [user.id]);
  const sessions = await deps.sessions.listOfUser(user.tenantId, user.id);
  for (const session of sessions)
    if (session.epoch < user.sessionEpoch) await removeSession(deps, request.caller, session);
}
