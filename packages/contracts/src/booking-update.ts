import { z } from "zod";
import { component, string, stringOrNull, boolean } from "./schemas.ts";
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

export const bookingUpdateTypes = Object.keys(actions) as BookingUpdateType[];

/** The message to a receiver about a booking's change. It has no customer data. */
export const bookingUpdate = component(
  "BookingUpdate",
  "What a receiver gets when a booking changes.",
  {
    type: z.literal("BOOKING_UPDATE").describe("Kind of the message: always BOOKING_UPDATE."),
    timestamp: instant.describe("When the change was made, in UTC."),
    data: component(
      "BookingUpdateData",
      "The change that a message delivers, without any customer data.",
      {
        bookingId: string("Id of the booking that has changed."),
        tenantId: string("Id of the tenant that the booking belongs to."),
        supplierId: string("Id of the supplier that operates the tour."),
        productId: string("Id of the product that was booked."),
        optionId: string("Id of the option that was booked."),
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
        source: string("Where the booking came from: `api/v1`, or the code of a channel."),
        externalId: stringOrNull("Name of the booking in the system that sent it; null for none."),
        reference: stringOrNull(
          "The booking's `reference`; null only of a change that an earlier release has made.",
        ),
        resellerReference: stringOrNull("The reseller's own name of the booking; null for none."),
        test: boolean("True only for a test delivery, which is of no real booking."),
      },
    ).describe("The change, without any customer data."),
  },
);

export type BookingUpdate = z.output<typeof bookingUpdate>;

export function isBookingUpdate<Event extends { readonly type: EventType }>(
  event: Event,
): event is Extract<Event, { readonly type: BookingUpdateType }> {
  return Object.hasOwn(actions, event.type);
}

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
