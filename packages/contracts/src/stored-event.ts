import { z } from "zod";

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
  "departure",
  "booking",
  "order",
  "calendarFeed",
  "webhookSubscription",
  "channel",
  "channelEvent",
  "syncJob",
] as const;

const event = z.object({
  /** Unique per change; consumers drop a repeated one. */
  id: z.string(),
  tenantId: z.string(),
  at: z.string(),
  entityId: z.string(),
  /** The records are JSON texts: they hold free JSON with keys that a database may reject. The audit log answers them to the byte. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** An event as it stands on the bus; `readEvent` makes the typed event of it. */
export const storedEvent = event.extend({
  type: z.string(),
  /** The trace of the request that made the change, where it is traced. The event's deliveries continue this trace. */
  traceparent: z.string().max(55).optional(),
});

export type StoredEvent = z.output<typeof storedEvent>;

export const newEntry = event.extend({
  actorType: z.enum(["USER", "API_KEY", "SYSTEM"]),
  actorId: z.string().nullable(),
  source: z.string(),
  entityType: z.enum(entityTypes),
  /** The event's name in the log (see `auditActionOf`). */
  action: z.string(),
});

export type NewEntry = z.output<typeof newEntry>;
export type EntityType = (typeof entityTypes)[number];
