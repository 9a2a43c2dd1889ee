import { unlessRefused } from "@slipway/broker";
import type { Caller } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { OutboxEvent } from "@slipway/store";
import type { SessionDeps } from "./deps.ts";
import { type Session, sessionRecord } from "../record/session.ts";

/** Removes a session in the name of the caller; false when it has ended already. Tells no gateway. */
export async function removeSession(
  { sessions, clock }: Pick<SessionDeps, "sessions" | "clock">,
  caller: Caller,
  session: Pick<Session, "id" | "tenantId">,
  type: "session.deleted" | "session.expired" = "session.deleted",
): Promise<boolean> {
  const now = clock();
  const eventFor = (current: Session): OutboxEvent =>
    eventOf({ ...caller, tenantId: current.tenantId }, now, {
      type,
      entityId: current.id,
      before: sessionRecord(current),
      after: null,
    });
  const removed = sessions.remove(session, now, eventFor).then(() => true);
  return (await unlessRefused("NOT_FOUND", removed)) ?? false;
}
