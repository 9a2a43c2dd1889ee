import type { AuditFact, Caller, EntityType } from "@slipway/contracts";
import { newId } from "./ids.ts";

/** The event of one committed change; the same write pushes it into the changed document. */
export interface OutboxEvent {
  id: string;
  at: Date;
  fact: AuditFact;
}

/** A document with an outbox; `live` false marks one that is deleted once its outbox is empty. */
export interface OutboxDocument {
  _id: string;
  tenantId?: string;
  live?: boolean;
  outbox: OutboxEvent[];
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
