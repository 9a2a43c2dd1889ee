import { z } from "zod";
import { mutation, read } from "./action.ts";
import { auditFact } from "./events.ts";
import { auditLimit, count, id, instant, instantInput } from "./primitives.ts";

export const auditEntry = z
  .object({
    id,
    tenantId: id,
    actorType: z.enum(["USER", "API_KEY", "SYSTEM"]),
    actorId: z.string().nullable(),
    source: z.string(),
    entityType: z.string(),
    entityId: z.string(),
    action: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    timestamp: instant,
  })
  .meta({ id: "AuditLog" });

/** Internal: keeps entries of any tenants. Idempotent by entry id. */
export const appendEntries = mutation("audit.appendEntries", {
  input: z.object({ entries: z.array(auditFact).max(1000) }),
  output: z.object({ kept: count }),
});

/** Newest first, at most 200. */
export const listEntries = read("audit.listEntries", {
  input: z.object({
    entityType: z.string().min(1).max(100).optional(),
    entityId: z.string().min(1).max(1000).optional(),
    from: instantInput.optional(),
    to: instantInput.optional(),
    limit: auditLimit.default(200),
  }),
  output: z.array(auditEntry),
});
