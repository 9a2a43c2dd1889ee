import { ownRequest } from "@slipway/broker";
import { sessionsSweptMax } from "../constants.ts";
import type { SessionDeps } from "./deps.ts";
import { removeSession } from "./remove-session.ts";

type Swept = Pick<SessionDeps, "broker" | "sessions" | "failures" | "clock">;

/**
 * Removes sessions that have ended by themselves, and failures that count no longer. Nothing depends
 * on when: an expired session lets nobody in, swept or not. Several replicas may sweep at once.
 */
export async function sweepSessions(deps: Swept): Promise<void> {
  const { caller } = ownRequest(deps.broker, "-");
  await deps.failures.sweep(deps.clock());
  for (;;) {
    const over = await deps.sessions.listOver(deps.clock(), sessionsSweptMax);
    for (const session of over) await removeSession(deps, caller, session, "session.expired");
    if (over.length < sessionsSweptMax) return;
  }
}
