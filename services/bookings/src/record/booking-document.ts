/** The stored form of a booking: its fields and its outbox. */
import type { CommittedEvent } from "@slipway/contracts";
import type { Booking, FieldChanges } from "./booking.ts";
import { requireFit } from "./tickets.ts";

/** One committed change: its audit entry and its effects. A crash loses neither. */
export interface BookingEvent extends CommittedEvent {
  /** Effect: capacity releases these claims. */
  releases?: { supplierId: string; bookingId: string; claims: Booking["claims"] };
  /** Effect: availability records this manual departure. */
  departs?: { optionId: string; productId: string; startAt: string };
  /** Effect: if the insert was late, the booking gets a later updatedAt. */
  redates?: true;
}

export interface BookingDocument extends Booking {
  /** False on a tombstone, which keeps an id from ever becoming a booking; null on the stub of an archived one. */
  live: boolean | null;
  /** On a stub alone (see archive/stub.ts). */
  archivedAt?: Date;
  /** On the stub of a booking of an order. */
  ofOrder?: { readonly retail: number; readonly confirmedAt: Date | null };
  /** The database's stamp of the insert, in seconds of its own clock: a BSON timestamp. No tombstone has one. */
  insertedAt?: { readonly t: number; readonly i: number };
  /** The key or user that made a hold, or the source; absent on a booking that was never held. */
  heldBy?: string;
  outbox: BookingEvent[];
}

/** Whose hold a booking is: a key's or a user's; of a channel without a key the source. */
export function holderOf({ actorId, source }: Pick<CommittedEvent, "actorId" | "source">): string {
  return actorId ?? source;
}

/** Reads leave out the outbox and the fields that only filters use. */
export const projection = { outbox: 0, searchText: 0, live: 0, insertedAt: 0, heldBy: 0 } as const;

/** A booking as it is read; the stub of an archived one says when. */
export type ReadDocument = Booking & Pick<BookingDocument, "archivedAt">;

/** The fields of a new booking; asserts that its tickets fit its units. */
export function fieldsOf(booking: Booking): Booking {
  requireFit(booking.tickets, booking.unitItems);
  return booking;
}

/** A new booking as it is stored, but for the stamp of its insert. */
export function newDocument(
  booking: Booking,
  event: BookingEvent,
): Omit<BookingDocument, "insertedAt"> {
  const held = booking.status === "ON_HOLD" ? { heldBy: holderOf(event) } : {};
  return { ...fieldsOf(booking), ...held, live: true, outbox: [event] };
}

/** The fields of a change; asserts that the tickets it leaves fit the units it leaves. */
export function changedFields(booking: Booking, set: FieldChanges): FieldChanges {
  if (set.unitItems ?? set.tickets)
    requireFit(set.tickets ?? booking.tickets, set.unitItems ?? booking.unitItems);
  return set;
}
