import { type Caller, type NewEvent, type StoredEvent, auditActions } from "@slipway/contracts";
import { type OutboxEvent, newId } from "@slipway/store";
import { keptParent } from "@slipway/telemetry";

/** An event in an outbox; the stored form is that of the release before. */
export interface CommittedEvent extends OutboxEvent {
  fact: StoredEvent;
}

/** The event of one change, for the write that commits the change. */
export function eventOf(caller: Caller, now: number, change: NewEvent): CommittedEvent {
  const at = new Date(now);
  const traceparent = keptParent();
  const fact: StoredEvent = {
    id: newId("aud", now),
    tenantId: caller.tenantId,
    at: at.toISOString(),
    actorType: caller.actorType,
    actorId: caller.actorId,
    source: caller.source,
    entityType: change.type.split(".")[0] as StoredEvent["entityType"],
    entityId: change.entityId,
    action: auditActions[change.type],
    before: change.before && JSON.stringify(change.before),
    after: change.after && JSON.stringify(change.after),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  return { id: fact.id, at, fact };
}
