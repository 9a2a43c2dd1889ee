import assert from "node:assert";
import { shareOf } from "@slipway/departures";
import { type Booking, type BookingRecord, isLapsed } from "./booking.ts";
import { redeemedOf, redemptionOf } from "./redemption.ts";
import type { Ticket } from "./tickets.ts";

/** The record of a booking in its stored status; audit entries carry it. */
export function recordOf(booking: Booking): BookingRecord {
  return {
    id: booking._id,
    tenantId: booking.tenantId,
    uuid: booking.uuid,
    reference: booking.reference,
    supplierId: booking.supplierId,
    productId: booking.productId,
    optionId: booking.optionId,
    sourceChannelConnectionId: booking.sourceChannelConnectionId,
    source: booking.source,
    externalId: booking.externalId,
    resellerReference: booking.resellerReference,
    orderId: booking.orderId ?? null,
    status: booking.status,
    startAt: booking.startAt.toISOString(),
    endAt: isoOrNull(booking.endAt),
    occupiedUntil: booking.occupiedUntil.toISOString(),
    expiresAt: isoOrNull(booking.expiresAt),
    confirmedAt: isoOrNull(booking.confirmedAt),
    cancelledAt: isoOrNull(booking.cancelledAt),
    ...(booking.cancelledInTime !== undefined && { cancelledInTime: booking.cancelledInTime }),
    ...(booking.cancellationPolicy && { cancellationPolicy: [...booking.cancellationPolicy] }),
    refund: booking.refundPercent === undefined ? null : refundOf(booking, booking.refundPercent),
    redeemed: booking.redemptions === undefined ? null : redeemedOf(booking),
    customer: parsed(booking.customer),
    notes: booking.notes,
    cancellationReason: booking.cancellationReason,
    idempotencyKey: booking.idempotencyKey ?? null,
    pricingSnapshot: booking.pricingSnapshot,
    resourceUsageSnapshot: booking.resourceUsageSnapshot,
    participants: parsed(booking.participants),
    metadata: parsed(booking.metadata) ?? {},
    erasedAt: isoOrNull(booking.erasedAt),
    createdAt: booking.createdAt.toISOString(),
    updatedAt: booking.updatedAt.toISOString(),
    unitItems: booking.unitItems.map((item) => ({ ...item, bookingId: booking._id, metadata: {} })),
    tickets: booking.tickets.map((ticket) => ticketRecord(booking, ticket)),
  };
}

function ticketRecord(
  booking: Booking,
  { contact, ...ticket }: Ticket,
): BookingRecord["tickets"][number] {
  const redemption = booking.redemptions && redemptionOf(booking, { key: ticket.uuid });
  return { ...ticket, contact: parsed(contact), redeemedAt: isoOrNull(redemption?.at ?? null) };
}

/** The price of a booking that has ended changes no more, and so its share does not. */
function refundOf({ pricingSnapshot, cancelledAt, updatedAt }: Booking, percent: number) {
  const amount = shareOf(pricingSnapshot.retail, percent, 100);
  return { amount, percent, decidedAt: (cancelledAt ?? updatedAt).toISOString() };
}

/** The booking itself; throws where its record cannot be made. */
export function readable<Read extends Booking>(booking: Read): Read {
  recordOf(booking);
  return booking;
}

/** The record as readers see it: a hold past expiresAt is EXPIRED, swept or not. @param record if the caller has it */
export function shownRecord(
  booking: Booking,
  now: number,
  record = recordOf(booking),
): BookingRecord {
  return isLapsed(booking, now) ? { ...record, status: "EXPIRED" } : record;
}

function isoOrNull(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

function parsed(json: string | null): Record<string, unknown> | null {
  if (json === null) return null;
  const found: unknown = JSON.parse(json);
  assert(typeof found === "object" && found !== null, "a stored text is no JSON of an object");
  return found as Record<string, unknown>;
}
