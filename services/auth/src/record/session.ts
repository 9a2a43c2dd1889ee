/** When a session ends by itself, whose it is, and what is recorded of it. */
import type { Caller, OutputOf, auth } from "@slipway/contracts";
import { sessionIdleMs, sessionTouchMs } from "../constants.ts";

/** A user's credential, without its token. */
export interface Session {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly createdAt: Date;
  /** The instant at which the session ends at the latest. */
  readonly expiresAt: Date;
  /** The last use, as far as it has been stored. */
  readonly seenAt: Date;
  /** The user's `sessionEpoch` when the session began. Raising the user's ends every earlier session. */
  readonly epoch: number;
  /** The identity provider that has let its user in; absent: a password has. */
  readonly provider?: string;
}

/**
 * Whether it has ended by its age, or because nothing has used it. A use that was not stored does not
 * count, so an idle session ends up to a minute early and never late.
 */
export function isOver({ expiresAt, seenAt }: Session, now: number): boolean {
  return now >= expiresAt.getTime() || now >= seenAt.getTime() + sessionIdleMs;
}

/** The user and the session that ask; null: an API key does, or nobody. */
export function callingSession({
  actorType,
  actorId,
  credentialId,
}: Caller): { readonly userId: string; readonly id: string } | null {
  if (actorType !== "USER" || actorId === null || credentialId === null) return null;
  return { userId: actorId, id: credentialId };
}

/** Whether a use now must be stored. */
export function mustTouch({ seenAt }: Session, now: number): boolean {
  return now >= seenAt.getTime() + sessionTouchMs;
}

export function ownSession(
  { id, createdAt, expiresAt, seenAt }: Session,
  currentId: string,
): OutputOf<typeof auth.listOwnSessions>[number] {
  return {
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: seenAt.toISOString(),
    current: id === currentId,
  };
}

/** The session as audited: nothing of its token, nor when it was used. */
export function sessionRecord({ id, tenantId, userId, createdAt, expiresAt }: Session): object {
  return {
    id,
    tenantId,
    userId,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
