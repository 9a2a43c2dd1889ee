import { z } from "zod";
import { bookingStatus } from "./bookings.ts";
import type { EventOf, EventType } from "./events.ts";
import { instant } from "./primitives.ts";

const actions = {
  "booking.created": "CREATED",
  "booking.confirmed": "CONFIRMED",
  "booking.updated": "UPDATED",
  "booking.detailsUpdated": "UPDATED",
  "booking.extended": "UPDATED",
  "booking.approved": "APPROVED",
  "booking.rejected": "REJECTED",
  "booking.cancelled": "CANCELLED",
  "booking.expired": "EXPIRED",
  "booking.redeemed": "REDEEMED",
  "booking.unredeemed": "UPDATED",
} as const satisfies Partial<Record<EventType, string>>;

export type BookingUpdateType = keyof typeof actions;

/** The events that receivers hear of. */
export const bookingUpdateTypes = Object.keys(actions) as BookingUpdateType[];

/** The message to a receiver about a booking's change. It has no customer data. */
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
        action: z.enum([...new Set(Object.values(actions))]).meta({
          id: "BookingAction",
          description:
            "What was done to the booking. Extending a hold is UPDATED, and so are a change of its details and a redemption that is taken back.",
        }),
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
          .describe("Name of the booking in the system that sent it; null for none."),
        reference: z
          .string()
          .nullable()
          .describe(
            "The booking's `reference`; null only of a change that an earlier release has made.",
          ),
        resellerReference: z
          .string()
          .nullable()
          .describe("The reseller's own name of the booking; null for none."),
        test: z.boolean().describe("True only for a test delivery, which is of no real booking."),
      })
      .meta({
        id: "BookingUpdateData",
        description: "The change that a message delivers, without any customer data.",
      })
      .describe("The change, without any customer data."),
  })
  .meta({ id: "BookingUpdate", description: "What a receiver gets when a booking changes." });

export type BookingUpdate = z.output<typeof bookingUpdate>;

/** Whether receivers hear of this event. */
export function isBookingUpdate<Event extends { readonly type: EventType }>(
  event: Event,
): event is Extract<Event, { readonly type: BookingUpdateType }> {
  return Object.hasOwn(actions, event.type);
}

/** The message of a booking's event. */
export function bookingUpdateOf({
  type,
  at,
  before,
  after,
}: EventOf<BookingUpdateType>): BookingUpdate {
  return {
    type: "BOOKING_UPDATE",
    timestamp: at,
    data: {
      bookingId: after.id,
      tenantId: after.tenantId,
      supplierId: after.supplierId,
      productId: after.productId,
      optionId: after.optionId,
      action: actions[type],
      status: after.status,
      previousStatus: before?.status ?? null,
      updatedAt: after.updatedAt,
      source: after.source,
      externalId: after.externalId,
      reference: after.reference,
      resellerReference: after.resellerReference,
      test: false,
    },
  };
}
