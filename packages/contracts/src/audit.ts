import { z } from "zod";
import { component, stringOrNull, string, stringOf } from "./schemas.ts";
import { mutation, read } from "./action.ts";
import { page, paged } from "./bus-page.ts";
import {
  anyText,
  auditLimit,
  count,
  cursor,
  cursored,
  id,
  instant,
  instantInput,
  limit,
  recordId,
  tenantId,
  optional,
} from "./primitives.ts";
import { entityTypes, newEntry } from "./stored-event.ts";

const auditEntry = component("AuditLog", "One committed change of one record.", {
  id: recordId,
  tenantId,
  actorType: z.enum(["USER", "API_KEY", "SYSTEM"]).meta({
    id: "ActorType",
    description: "What made the change: a user's session, a key, or Slipway itself.",
  }),
  actorId: stringOrNull("Id of the user or key; null for SYSTEM."),
  source: string(
    "Where the request came from: `api/v1`, `cli`, `system`, or the code of a channel.",
  ),
  entityType: string("Kind of record that was changed, such as `booking`."),
  entityId: string("Id of the record that was changed."),
  action: string("What was done: `<entityType>.<verb>`, such as `booking.confirm`."),
  before: z.unknown().describe("The record before the change; null when it was created."),
  after: z.unknown().describe("The record after the change; null when it was deleted."),
  timestamp: instant.describe("When the change was made, in UTC."),
});

/** Internal: adds events of any tenants to the log. Idempotent by their ids. */
export const appendEntries = mutation("audit.appendEntries", {
  input: z.object({ entries: z.array(newEntry).max(1000) }),
  output: z.object({ kept: count }),
});

/** Internal: erases personal data from a record's entries before its erasure. The caller waits until the log has all. */
export const eraseEntries = mutation("audit.eraseEntries", {
  input: z.object({
    entityType: z.enum(["booking", "channelEvent"]),
    entityId: id,
    /** Entries of this instant and later are of the erased record. */
    erasedAt: instant,
  }),
  output: z.object({ erased: count }),
  refusals: ["INSUFFICIENT_SCOPE"],
});

/**
 * Internal: removes what entries about bookings say of the person of an e-mail address, also where the booking has another
 * customer by now. It looks at the newest entries from before an instant, and answers the instant from which it has seen all:
 * null once there are none before. Repeatable.
 */
export const eraseEntriesOf = mutation("audit.eraseEntriesOf", {
  input: z.object({
    emailAddress: z.string(),
    /** Null: begin with the newest. */
    before: instant.nullable(),
    erasedAt: instant,
  }),
  output: z.object({ erased: count, before: instant.nullable() }),
  refusals: ["INSUFFICIENT_SCOPE"],
});

/** Internal, for doctor: the newest entry of each of these records, as many as fit a page. The answer names the others. */
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
  ...optional({
    entityType: stringOf({ max: 100 }).meta({
      description: "Only changes of records of this kind.",
      examples: ["booking"],
    }),
    entityId: anyText.describe("Only changes of the record of this id."),
    actorId: anyText.describe("Only changes that the user or the key of this id made."),
    from: instantInput.meta({
      description: "Only changes made then or later: RFC 3339 with an offset.",
      examples: ["2027-05-01T00:00:00+02:00"],
    }),
    to: instantInput.meta({
      description: "Only changes made then or earlier: RFC 3339 with an offset.",
      examples: ["2027-05-31T23:59:59+02:00"],
    }),
  }),
  limit: auditLimit.default(200),
});

/** Newest first, at most 200, in pages of the bus: two records of 130 KB make an entry. */
export const listLog = read("audit.listLog", {
  description:
    "Committed changes of all records, newest first. A change appears within a second. It is no feed: read changes of bookings with `updatedSince`.",
  input: asked.extend({ page }),
  output: paged(auditEntry),
});

export const listPage = read("audit.listPage", {
  description:
    "Committed changes of all records, newest first, page by page: send `nextCursor` as `cursor` until it is null. A page of large records may be shorter than `limit`. Filters combine, and you send them again with each page. A change appears within a second.",
  input: asked.extend({ limit: limit.default(100), cursor }),
  output: cursored(auditEntry).meta({
    id: "AuditPage",
    description: "A page of committed changes, newest first.",
  }),
  refusals: ["VALIDATION_FAILED"],
});
