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
export const bookingUpdate = z
  .object({
    type: z.literal("BOOKING_UPDATE").describe("Kind of the message: always BOOKING_UPDATE."),
    timestamp: instant.describe("When the change was made, in UTC."),
    data: z
      .object({
        bookingId: z.string().describe("Id of the booking that has changed."),
        tenantId: z.string().describe("Id of the tenant that the booking belongs to."),
        supplierId: z.string().describe("Id of the supplier that operates the tour."),
        productId: z.string().describe("Id of the product that was booked."),
        optionId: z.string().describe("Id of the option that was booked."),
        action: z
          .enum(actions)
          .describe("What was done to the booking; extending a hold is UPDATED."),
        status: bookingStatus.describe("State of the booking after the change."),
        previousStatus: bookingStatus
          .nullable()
          .describe("State of the booking before the change; null when it was created."),
        updatedAt: instant.describe(
          "`updatedAt` of the booking after the change. Drop a message whose value is not greater than the last.",
        ),
        source: z
          .string()
          .describe("Where the booking came from: `api/v1`, or the code of a channel."),
        externalId: z
          .string()
          .nullable()
          .describe("Name of the booking at its channel; null without a channel."),
        test: z
          .boolean()
          .describe("True only for a test delivery, which tells of no real booking."),
      })
      .describe("The change, without any customer data."),
  })
  .meta({ id: "BookingUpdate", description: "What a receiver gets when a booking changes." });

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
