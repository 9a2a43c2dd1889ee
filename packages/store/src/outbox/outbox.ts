/**
 * The event of one committed change; the same write pushes it into the changed document. The relay
 * reads these fields alone, and consumers receive the event whole.
 */
export interface OutboxEvent {
  id: string;
  at: Date;
  type: string;
  tenantId: string;
  entityId: string;
  /** Null after a deletion. */
  after: string | null;
  /** The trace of the change, where it is traced. */
  traceparent?: string | undefined;
}

/** A document with an outbox; `live` false marks one that goes with its last event. */
export interface OutboxDocument {
  _id: string;
  tenantId?: string;
  live?: boolean;
  outbox: OutboxEvent[];
}
