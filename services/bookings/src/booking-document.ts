/** A booking's document: the booking, and what it still has to tell and to bring about. */
import type { AuditFact } from "@slipway/contracts";
import type { Booking } from "./booking.ts";

/** One committed change: what it tells, and what else it brings about, so that a crash loses neither. */
export interface BookingEvent {
  id: string;
  at: Date;
  fact: AuditFact;
  /** The booking has ended: its places are to be given back. */
  releases?: { supplierId: string; bookingId: string; claims: Booking["claims"] };
  /** The booking made a manual departure. */
  departs?: { optionId: string; productId: string; startAt: string };
}

export interface BookingDocument extends Booking {
  /** False on a tombstone, which keeps an id from ever becoming a booking. */
  live: boolean;
  outbox: BookingEvent[];
}

/** Neither what is still to be told nor what only the filters look at is read. */
export const projection = { outbox: 0, searchText: 0, live: 0 } as const;
