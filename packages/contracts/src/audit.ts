import { z } from "zod";
import { mutation, read } from "./action.ts";
import { auditFact, entityTypes } from "./events.ts";
import { auditLimit, count, id, instant, instantInput, page, paged } from "./primitives.ts";

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

/**
 * Internal, for doctor: the newest entry of each of these records, as far as there is one and it
 * fits a message; what did not fit is named, to be asked for again.
 */
export const listLastEntries = read("audit.listLastEntries", {
  input: z.object({
    records: z.array(z.object({ tenantId: id, entityId: id })).max(500),
  }),
  output: z.object({
    /** Entries from before this instant may be forgotten; null: none is. */
    keptFrom: instant.nullable(),
    entries: z.array(
      z.object({
        tenantId: id,
        entityId: id,
        action: z.string(),
        timestamp: instant,
        /** JSON; null: the record is not there any more. */
        after: z.string().nullable(),
      }),
    ),
    unanswered: z.array(id),
  }),
});

/** Internal, for doctor: every record of a type whose creation the log has, of every tenant, in pages. */
export const listCreated = read("audit.listCreated", {
  input: z.object({ entityType: z.enum(entityTypes), page }),
  output: paged(z.object({ tenantId: id, entityId: id })),
});

const asked = z.object({
  entityType: z.string().min(1).max(100).optional(),
  entityId: z.string().min(1).max(1000).optional(),
  from: instantInput.optional(),
  to: instantInput.optional(),
  limit: auditLimit.default(200),
});

/** Newest first, at most 200, in pages of the bus: two records of 130 KB make an entry. */
export const listLog = read("audit.listLog", {
  input: asked.extend({ page }),
  output: paged(auditEntry),
});

/** The same in one message, for gateways of the release before. */
export const listEntries = read("audit.listEntries", {
  input: asked,
  output: z.array(auditEntry),
});
