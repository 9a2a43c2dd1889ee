/** An order as the API answers it, and as the audit log keeps it. Pure. */
import { type NewEvent, catalog } from "@slipway/contracts";
import { type BookingInOrder, isLiveStatus, shownStatus } from "./booking.ts";
import { type Order, type OrderRecord, shownOrderStatus } from "./order.ts";

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
  const byId = new Map(found.map((booking) => [booking._id, booking]));
  const own = order.bookingIds.flatMap((id) => byId.get(id) ?? []);
  const counted = own.filter((booking) => isCounted(booking, now));
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
    status: shownOrderStatus(order, now),
    retail: counted.reduce((sum, { retail }) => sum + retail, 0),
    bookings: own.map((booking) => ({
      id: booking._id,
      reference: booking.reference,
      status: shownStatus(booking, now),
      optionId: booking.optionId,
      startAt: booking.startAt.toISOString(),
      retail: booking.retail,
    })),
  };
}

/** Live ones, and those that were confirmed once. */
function isCounted(booking: BookingInOrder, now: number): boolean {
  return booking.confirmedAt !== null || isLiveStatus(shownStatus(booking, now));
}

function parsed(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}

function isoOrNull(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
