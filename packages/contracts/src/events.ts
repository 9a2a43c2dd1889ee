import { z } from "zod";

/** The entity types of the audit log (completions section 11). */
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
  "webhookSubscription",
  "channel",
  "channelEvent",
  "syncJob",
] as const;

/**
 * One committed change, as it stands in the outbox of the changed document and later in the audit
 * log. `before` and `after` are JSON texts: records hold free JSON whose keys a database may not
 * take, and a text costs nothing to carry on.
 */
export const auditFact = z.object({
  /** Unique per change; consumers drop a repeated one. */
  id: z.string(),
  tenantId: z.string(),
  at: z.string(),
  actorType: z.enum(["USER", "API_KEY", "SYSTEM"]),
  actorId: z.string().nullable(),
  source: z.string(),
  entityType: z.enum(entityTypes),
  entityId: z.string(),
  action: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export type AuditFact = z.output<typeof auditFact>;
export type EntityType = (typeof entityTypes)[number];
