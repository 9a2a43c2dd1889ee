import { z } from "zod";

/** The entity types of the audit log. */
export const entityTypes = [
  "tenant",
  "user",
  "session",
  "apiKey",
  "supplier",
  "product",
  "photo",
  "option",
  "unit",
  "availabilityPeriod",
  "availabilityBlock",
  "resource",
  "resourceRequirement",
  "booking",
  "calendarFeed",
  "webhookSubscription",
  "channel",
  "channelEvent",
  "syncJob",
] as const;

/**
 * An event as it stands in outboxes, on the bus and in the audit log; `readEvent` makes the typed event
 * of it. `before` and `after` are JSON texts: records hold free JSON with keys that a database may
 * reject, and the audit log answers them to the byte.
 */
export const storedEvent = z.object({
  /** Unique per change; consumers drop a repeated one. */
  id: z.string(),
  tenantId: z.string(),
  at: z.string(),
  actorType: z.enum(["USER", "API_KEY", "SYSTEM"]),
  actorId: z.string().nullable(),
  source: z.string(),
  entityType: z.enum(entityTypes),
  entityId: z.string(),
  /** The event's name in the audit log (see `auditActions`). */
  action: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The trace of the request that made the change, where it is traced. The event's deliveries continue this trace. */
  traceparent: z.string().max(55).optional(),
});

export type StoredEvent = z.output<typeof storedEvent>;
export type EntityType = (typeof entityTypes)[number];
