/** The remains of an archived booking under its id: names never to be used again, and the claims it keeps. Pure. */
import { type Booking, isLiveStatus } from "../record/booking.ts";
import type { BookingDocument, BookingEvent } from "../record/booking-document.ts";

type Kept = "_id" | "tenantId" | "reference" | "status" | "optionId" | "startAt" | "occupiedUntil";

interface Stub extends Pick<Booking, Kept | "revision" | "claims" | "createdAt" | "updatedAt"> {
  /**
   * Not true, so it is for every list, change and process of an earlier release what a tombstone is. Not false either: a
   * relay removes such a document once its events are delivered.
   */
  readonly live: null;
  readonly archivedAt: Date;
  readonly commit: string;
  /** The fields that its order shows and no stub has else; absent without an order. */
  readonly ofOrder?: NonNullable<BookingDocument["ofOrder"]>;
  /** The unique indexes refuse a late repeat of the request that made the booking. */
  readonly idempotencyKey?: string;
  readonly channelKey?: string;
  readonly outbox: readonly BookingEvent[];
}

interface Written {
  readonly updatedAt: Date;
  readonly commit: string;
  readonly event: BookingEvent;
}

/**
 * The stub of a booking. It names the claims of a sold one, so that capacity keeps them: the ledger of a past day stays as it
 * was. Nothing in it is personal.
 */
export function stubOf(booking: Booking, { updatedAt, commit, event }: Written): Stub {
  const { _id, tenantId, reference, status, optionId, startAt, occupiedUntil, createdAt } = booking;
  const { revision, idempotencyKey, channelKey } = booking;
  return {
    _id,
    tenantId,
    live: null,
    archivedAt: updatedAt,
    reference,
    status,
    optionId,
    startAt,
    occupiedUntil,
    claims: isLiveStatus(status) ? booking.claims : [],
    revision: revision + 1,
    commit,
    createdAt,
    updatedAt,
    ...(booking.orderId !== undefined && {
      ofOrder: { retail: booking.pricingSnapshot.retail, confirmedAt: booking.confirmedAt },
    }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(channelKey === undefined ? {} : { channelKey }),
    outbox: [event],
  };
}
