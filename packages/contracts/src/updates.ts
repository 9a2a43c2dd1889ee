/** The messages to receivers of webhooks: which events they tell of, and what they say. None has customer data. */
import { z } from "zod";
import { component, string } from "./schemas.ts";
import {
  type BookingUpdate,
  bookingUpdateOf,
  bookingUpdateTypes,
  isBookingUpdate,
} from "./booking-update.ts";
import type { EventOf, EventType } from "./events.ts";
import { id, instant, tenantId } from "./primitives.ts";
import { orderStatus } from "./orders.ts";

const orderActions = {
  "order.created": "CREATED",
  "order.updated": "CHANGED",
  "order.extended": "CHANGED",
  "order.confirmed": "CONFIRMED",
  "order.cancelled": "CANCELLED",
  "order.expired": "EXPIRED",
} as const satisfies Record<
  Exclude<Extract<EventType, `order.${string}`>, "order.archived">,
  string
>;

const departureActions = {
  "departure.calledOff": "CALLED_OFF",
  "departure.reopened": "REOPENED",
} as const satisfies Record<Extract<EventType, `departure.${string}`>, string>;

const timestamp = instant.describe("When the change was made, in UTC.");

export const orderUpdate = component(
  "OrderUpdate",
  "The message about an order that has changed.",
  {
    type: z.literal("ORDER_UPDATE").describe("Kind of the message: always ORDER_UPDATE."),
    timestamp,
    data: component("OrderUpdateData", "The change, without any customer data.", {
      orderId: string("Id of the order that has changed."),
      tenantId,
      action: z.enum([...new Set(Object.values(orderActions))]).meta({
        id: "OrderAction",
        description:
          "The change of the order. CHANGED: it was extended, or got other details. Its bookings tell of themselves.",
      }),
      status: orderStatus.describe("State of the order after the change."),
      updatedAt: instant.describe(
        "`updatedAt` of the order after the change. Drop a message whose value is not greater than the last.",
      ),
      bookingIds: z
        .array(id)
        .describe(
          "Ids of its bookings, in the order in which they were added; ended ones too. One may be of a booking that was refused in the end.",
        ),
    }),
  },
);

export const departureUpdate = component(
  "DepartureUpdate",
  "The message about a departure that was called off or is sold again.",
  {
    type: z.literal("DEPARTURE_UPDATE").describe("Kind of the message: always DEPARTURE_UPDATE."),
    timestamp,
    data: component("DepartureUpdateData", "The departure, and what was decided.", {
      tenantId,
      supplierId: id.describe("Id of the supplier that operates the departure."),
      productId: id.describe("Id of the product that departs."),
      optionId: id.describe("Id of the option that departs."),
      startAt: instant.describe("When the departure starts, in UTC."),
      action: z.enum([...new Set(Object.values(departureActions))]).meta({
        id: "DepartureAction",
        description:
          "CALLED_OFF: it takes no bookings any more, and its own are cancelled. REOPENED: it sells again.",
      }),
    }),
  },
);

export const productUpdate = component(
  "ProductUpdate",
  "The message about a product that has changed: its photos, options, units, times, prices, taxes or fees.",
  {
    type: z.literal("PRODUCT_UPDATE").describe("Kind of the message: always PRODUCT_UPDATE."),
    timestamp: instant.describe(
      "When the message was made, in UTC: after the last of the changes.",
    ),
    data: component("ProductUpdateData", "The product that has changed.", {
      productId: string("Id of the product. Read it to see what changed."),
    }),
  },
);

/** The messages that are made of single events. */
export type Update =
  | BookingUpdate
  | z.output<typeof orderUpdate>
  | z.output<typeof departureUpdate>;

type OrderEvent = keyof typeof orderActions;
type DepartureEvent = keyof typeof departureActions;

export const updateEventTypes = [
  ...bookingUpdateTypes,
  ...(Object.keys(orderActions) as OrderEvent[]),
  ...(Object.keys(departureActions) as DepartureEvent[]),
];

export type UpdateEvent = EventOf<(typeof updateEventTypes)[number]>;

export function updateOf(event: UpdateEvent): Update {
  if (isBookingUpdate(event)) return bookingUpdateOf(event);
  return isOrderEvent(event) ? orderUpdateOf(event) : departureUpdateOf(event);
}

function isOrderEvent(event: EventOf<OrderEvent | DepartureEvent>): event is EventOf<OrderEvent> {
  return Object.hasOwn(orderActions, event.type);
}

function orderUpdateOf({ type, at, after }: EventOf<OrderEvent>): z.output<typeof orderUpdate> {
  const { id: orderId, tenantId: ofTenant, status, updatedAt, bookingIds } = after;
  const data = {
    orderId,
    tenantId: ofTenant,
    action: orderActions[type],
    status,
    updatedAt,
    bookingIds,
  };
  return { type: "ORDER_UPDATE", timestamp: at, data };
}

function departureUpdateOf({
  type,
  at,
  tenantId: ofTenant,
  after,
}: EventOf<DepartureEvent>): z.output<typeof departureUpdate> {
  const { supplierId, productId, optionId, startAt } = after;
  const action = departureActions[type];
  return {
    type: "DEPARTURE_UPDATE",
    timestamp: at,
    data: { tenantId: ofTenant, supplierId, productId, optionId, startAt, action },
  };
}
