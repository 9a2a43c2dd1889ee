/** An order as the API answers it, and as the audit log keeps it. Pure. */
import { type NewEvent, catalog } from "@slipway/contracts";
import { type BookingInOrder, isLiveStatus, shownStatus } from "./booking.ts";
import { type Order, type OrderRecord, type OrderStatus, shownOrderStatus } from "./order.ts";

type OrderChange = NonNullable<Extract<NewEvent, { type: "order.updated" }>["after"]>;

/** The order in its stored status, as audit entries carry it: without persons. */
export function orderChangeOf(order: Order): OrderChange {
  return {
    id: order._id,
    tenantId: order.tenantId,
    reference: order.reference,
    status: order.status,
    expiresAt: isoOrNull(order.expiresAt),
    confirmedAt: isoOrNull(order.confirmedAt),
    cancelledAt: isoOrNull(order.cancelledAt),
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    bookingIds: [...order.bookingIds],
  };
}

/** The order as readers see it, with its bookings in the order in which they were added. */
export function orderRecordOf(
  order: Order,
  found: readonly BookingInOrder[],
  now: number,
): OrderRecord {
  const status = shownOrderStatus(order, now);
  const byId = new Map(found.map((each) => [each._id, shownIn(status, each, now)]));
  const own = order.bookingIds.flatMap((id) => byId.get(id) ?? []);
  const sum = own.filter(isCounted).reduce((total, { retail }) => total + retail, 0);
  const { bookingIds: _ids, ...fields } = orderChangeOf(order);
  return {
    ...fields,
    customer: parsed(order.customer),
    notes: order.notes,
    cancellationReason: order.cancellationReason,
    resellerReference: order.resellerReference,
    externalId: order.externalId,
    metadata: parsed(order.metadata) ?? {},
    currency: order.currency,
    currencyPrecision: catalog.currencyPrecision(order.currency),
    idempotencyKey: order.idempotencyKey ?? null,
    status,
    // Joining bounds each price (requireBounded); an earlier release did not.
    retail: Math.min(sum, Number.MAX_SAFE_INTEGER),
    bookings: own.map((booking) => ({
      id: booking._id,
      reference: booking.reference,
      status: booking.status,
      optionId: booking.optionId,
      startAt: booking.startAt.toISOString(),
      retail: booking.retail,
    })),
  };
}

/** With the status that readers see: the holds of an order end with it, whether or not they have followed it. */
function shownIn(ofOrder: OrderStatus, booking: BookingInOrder, now: number): BookingInOrder {
  const status = shownStatus(booking, now);
  const isOver = ofOrder === "EXPIRED" && status === "ON_HOLD";
  return { ...booking, status: isOver ? "EXPIRED" : status };
}

/** Live ones, and those that were confirmed once. */
function isCounted({ confirmedAt, status }: BookingInOrder): boolean {
  return confirmedAt !== null || isLiveStatus(status);
}

function parsed(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}

function isoOrNull(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
