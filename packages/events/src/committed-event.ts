import type { Caller, CommittedEvent, NewEvent } from "@slipway/contracts";
import { newId } from "@slipway/store";
import { keptParent } from "@slipway/telemetry";

/** The event of one change, for the write that commits the change. */
export function eventOf(caller: Caller, now: number, change: NewEvent): CommittedEvent {
  const traceparent = keptParent();
  return {
    id: newId("aud", now),
    at: new Date(now),
    type: change.type,
    tenantId: caller.tenantId,
    entityId: change.entityId,
    actorType: caller.actorType,
    actorId: caller.actorId,
    source: caller.source,
    before: change.before && JSON.stringify(change.before),
    after: change.after && JSON.stringify(change.after),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
