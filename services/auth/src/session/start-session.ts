import type { Caller, OutputOf, auth } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import { sessionLifetimeMs } from "../constants.ts";
import type { SessionDeps } from "./deps.ts";
import { findDuty } from "./find-duty.ts";
import type { User } from "../record/user.ts";
import { newToken, tokenHash } from "./issue-token.ts";
import { type Session, sessionRecord } from "../record/session.ts";

/** Begins a session of a user who has been let in. Each call makes one. */
export async function startSession(
  { sessions, tenants, clock }: SessionDeps,
  { requestId }: Caller,
  user: User,
  provider?: string,
): Promise<Omit<OutputOf<typeof auth.createSession>, "device">> {
  const now = clock();
  const { tenantId, id: userId, email, name, scopes } = user;
  const session: Session = {
    id: newId("ses", now),
    tenantId,
    userId,
    createdAt: new Date(now),
    expiresAt: new Date(now + sessionLifetimeMs),
    seenAt: new Date(now),
    // Race: the epoch is of the read that brought the password. A later change of password ends this session, too.
    epoch: user.sessionEpoch,
    ...(provider === undefined ? {} : { provider }),
  };
  const actor = actorOf(user, session, requestId);
  const event = eventOf(actor, now, {
    type: "session.created",
    entityId: session.id,
    before: null,
    after: sessionRecord(session),
  });
  const token = newToken();
  await sessions.insert({ ...session, tokenHash: tokenHash(token) }, event);
  return {
    token,
    expiresAt: session.expiresAt.toISOString(),
    user: { id: userId, email, name, scopes: [...scopes] },
    duty: await findDuty({ tenants }, user, session),
  };
}

/** The user, by the session that begins. */
function actorOf(user: User, { id }: Session, requestId: string): Caller {
  return {
    tenantId: user.tenantId,
    actorType: "USER",
    actorId: user.id,
    credentialId: id,
    scopes: [...user.scopes],
    source: "api/v1",
    requestId,
  };
}
