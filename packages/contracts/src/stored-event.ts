import { z } from "zod";
import type { busServices } from "./roles.ts";

/** The records whose events each service sends to the audit log; it may send no others. */
export const entitiesOf = {
  auth: ["tenant", "user", "session", "apiKey"],
  // A tenant's currency is kept here.
  catalog: ["tenant", "supplier", "product", "photo", "option", "unit"],
  availability: ["availabilityPeriod", "availabilityBlock"],
  resourcesCapacity: ["resource", "resourceRequirement", "departure"],
  bookings: ["booking", "order", "calendarFeed"],
  webhooks: ["webhookSubscription"],
  sync: ["channel", "channelEvent", "syncJob"],
  audit: [],
} as const satisfies Record<(typeof busServices)[number], readonly string[]>;

export const entityTypes = [...new Set(Object.values(entitiesOf).flat())];

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
