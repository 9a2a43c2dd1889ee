import { isRefusal } from "@slipway/broker";
import type { Caller } from "@slipway/contracts";
import { type OutboxEvent, eventOf } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { type Session, sessionRecord } from "./session.ts";

/** Removes a session in the name of the caller; false when it has ended already. Tells no gateway. */
export async function removeSession(
  { sessions, clock }: Pick<Deps, "sessions" | "clock">,
  caller: Caller,
  session: Pick<Session, "id" | "tenantId">,
  verb: "delete" | "expire" = "delete",
): Promise<boolean> {
  const now = clock();
  const eventFor = (current: Session): OutboxEvent =>
    eventOf({ ...caller, tenantId: current.tenantId }, now, {
      entityType: "session",
      entityId: current.id,
      verb,
      before: sessionRecord(current),
      after: null,
    });
  try {
    await sessions.remove(session, now, eventFor);
    return true;
  } catch (error) {
    if (isRefusal(error, "NOT_FOUND")) return false;
    throw error;
  }
}
