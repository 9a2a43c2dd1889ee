/** When a session ends by itself, and what is told of it. */

/** A user's credential, without its token. */
export interface Session {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly createdAt: Date;
  /** It ends at the latest then. */
  readonly expiresAt: Date;
  /** The last use, as far as it has been stored. */
  readonly seenAt: Date;
  /** That of its user when it began: raised, it has ended every earlier session. */
  readonly epoch: number;
}

export const idleMs = 30 * 60_000;
export const lifetimeMs = 12 * 3_600_000;
/** A use is stored only this long after the one before: no write per request. */
const touchEveryMs = 60_000;

/**
 * Whether it has ended by its age, or because nothing has used it. A use that was not stored does not
 * count, so an idle session ends up to a minute early and never late.
 */
export function isOver({ expiresAt, seenAt }: Session, now: number): boolean {
  return now >= expiresAt.getTime() || now >= seenAt.getTime() + idleMs;
}

/** Whether a use now must be stored. */
export function mustTouch({ seenAt }: Session, now: number): boolean {
  return now >= seenAt.getTime() + touchEveryMs;
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
