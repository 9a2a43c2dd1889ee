import type { AuditFact, Caller, EntityType } from "@slipway/contracts";
import { newId } from "./ids.ts";

/** What a change must tell others; it is pushed into the changed document by the same write. */
export interface OutboxEvent {
  id: string;
  at: Date;
  fact: AuditFact;
}

interface Change {
  entityType: EntityType;
  entityId: string;
  /** The verb; the action is `<entityType>.<verb>`. */
  verb: string;
  /** Records as the API answers them, without secrets; null where there is none. */
  before: object | null;
  after: object | null;
}

/** The event of one committed change, with the audit entry it becomes. */
export function eventOf(caller: Caller, now: number, change: Change): OutboxEvent {
  const at = new Date(now);
  const fact: AuditFact = {
    id: newId("aud", now),
    tenantId: caller.tenantId,
    at: at.toISOString(),
    actorType: caller.actorType,
    actorId: caller.actorId,
    source: caller.source,
    entityType: change.entityType,
    entityId: change.entityId,
    action: `${change.entityType}.${change.verb}`,
    before: change.before && JSON.stringify(change.before),
    after: change.after && JSON.stringify(change.after),
  };
  return { id: fact.id, at, fact };
}
