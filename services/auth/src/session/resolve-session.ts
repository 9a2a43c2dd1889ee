import type { OutputOf, auth } from "@slipway/contracts";
import type { SessionDeps } from "./deps.ts";
import { findDuty } from "./find-duty.ts";
import { isOpen } from "../record/user.ts";
import { isProvided } from "../record/provider.ts";
import { isOver, mustTouch } from "../record/session.ts";

/**
 * The caller whose session's token has this hash, with the scopes that the user has now: none while there is a duty. Undefined when the session is
 * unknown or over, when its identity provider is gone from the settings, or when its user was disabled or got another password since it began.
 */
export async function resolveSession(
  { sessions, users, tenants, config, clock, warn }: SessionDeps,
  hash: string,
): Promise<OutputOf<typeof auth.identify> | undefined> {
  const session = await sessions.findByTokenHash(hash);
  const now = clock();
  if (!session || isOver(session, now)) return undefined;
  // Race: while the operator takes a provider out of the settings, an auth process of before still lets its sessions in.
  if (session.provider !== undefined && !isProvided(session, config.providers)) return undefined;
  const user = await users.get(session.tenantId, session.userId);
  if (!user || !isOpen(user) || user.sessionEpoch !== session.epoch) return undefined;
  if (mustTouch(session, now))
    // A replica or two may write at once: the later time stands.
    await sessions.touch(session.id, new Date(now)).catch((error: unknown) => {
      warn(`a session's use was not stored: ${String(error)}`);
    });
  const { id, email, name } = user;
  const duty = await findDuty({ tenants }, user, session);
  return {
    caller: {
      tenantId: session.tenantId,
      actorType: "USER",
      actorId: id,
      credentialId: session.id,
      scopes: duty === null ? [...user.scopes] : [],
      source: "api/v1",
    },
    user: { id, email, name, scopes: [...user.scopes] },
    duty,
  };
}
