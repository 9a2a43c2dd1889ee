import { z } from "zod";
import { type booking, bookingStatus } from "./bookings.ts";
import type { AuditFact } from "./events.ts";
import { instant } from "./primitives.ts";

const actions = {
  create: "CREATED",
  confirm: "CONFIRMED",
  update: "UPDATED",
  extend: "UPDATED",
  approve: "APPROVED",
  reject: "REJECTED",
  cancel: "CANCELLED",
  expire: "EXPIRED",
} as const;

/** What a receiver is told of a booking's change (completions section 10). No customer data. */
export const bookingUpdate = z.object({
  type: z.literal("BOOKING_UPDATE"),
  timestamp: instant,
  data: z.object({
    bookingId: z.string(),
    tenantId: z.string(),
    supplierId: z.string(),
    productId: z.string(),
    optionId: z.string(),
    action: z.enum(actions),
    status: bookingStatus,
    previousStatus: bookingStatus.nullable(),
    updatedAt: instant,
    source: z.string(),
    externalId: z.string().nullable(),
    test: z.boolean(),
  }),
});

export type BookingUpdate = z.output<typeof bookingUpdate>;
type BookingRecord = z.output<typeof booking>;

/** The booking of a fact before and after its change; null for a fact of anything else. */
export function bookingsOf(
  fact: Pick<AuditFact, "entityType" | "before" | "after">,
): { before: BookingRecord | null; after: BookingRecord } | null {
  if (fact.entityType !== "booking" || fact.after === null) return null;
  const before = fact.before === null ? null : (JSON.parse(fact.before) as BookingRecord);
  return { before, after: JSON.parse(fact.after) as BookingRecord };
}

/** What a committed change of a booking tells; null for a change of anything else. */
export function bookingUpdateOf(fact: AuditFact): BookingUpdate | null {
  const changed = bookingsOf(fact);
  const verb = fact.action.split(".")[1] ?? "";
  if (!changed || !Object.hasOwn(actions, verb)) return null;
  const { before, after } = changed;
  return {
    type: "BOOKING_UPDATE",
    timestamp: fact.at,
    data: {
      bookingId: after.id,
      tenantId: after.tenantId,
      supplierId: after.supplierId,
      productId: after.productId,
      optionId: after.optionId,
      action: actions[verb as keyof typeof actions],
      status: after.status,
      previousStatus: before?.status ?? null,
      updatedAt: after.updatedAt,
      source: after.source,
      externalId: after.externalId,
      test: false,
    },
  };
}
