/** A booking's document: the booking, and what it still has to tell and to bring about. */
import type { AuditFact } from "@slipway/contracts";
import type { Booking, Changed } from "./booking.ts";

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

/** What no filter and no index looks at. */
type Particulars = Pick<
  Booking,
  | "uuid"
  | "sourceChannelConnectionId"
  | "externalId"
  | "endAt"
  | "customer"
  | "notes"
  | "cancellationReason"
  | "pricingSnapshot"
  | "resourceUsageSnapshot"
  | "participants"
  | "unitItems"
  | "resourceItems"
>;

export interface BookingDocument extends Omit<Booking, keyof Particulars> {
  /** The other fields as JSON: the database and its driver pay for each field, and a text is one. */
  particulars: string;
  /** False on a tombstone, which keeps an id from ever becoming a booking. */
  live: boolean;
  outbox: BookingEvent[];
}

/** Neither what is still to be told nor what only the filters look at is read. */
export const projection = { outbox: 0, searchText: 0, live: 0 } as const;

/** What every projection leaves of a document. */
export type ReadDocument = Omit<BookingDocument, "outbox" | "searchText" | "live">;

type Columns = Omit<BookingDocument, "live" | "outbox">;

/** A booking as it is stored. */
export function columnsOf(booking: Booking): Columns {
  const { columns, particulars } = parted(booking);
  return { ...columns, particulars: JSON.stringify(particulars) };
}

/** A change of a booking as it is stored: the particulars are written whole. */
export function changedColumns(booking: Booking, set: Changed): Partial<Columns> {
  const { columns, particulars } = parted(set);
  if (Object.values(particulars).every((value) => value === undefined)) return columns;
  const { particulars: text } = columnsOf({ ...booking, ...set });
  return { ...columns, particulars: text };
}

function parted<Fields extends Changed>(fields: Fields) {
  const { uuid, sourceChannelConnectionId, externalId, endAt, customer, ...others } = fields;
  const { notes, cancellationReason, pricingSnapshot, resourceUsageSnapshot, ...more } = others;
  const { participants, unitItems, resourceItems, ...columns } = more;
  const origin = { uuid, sourceChannelConnectionId, externalId };
  const party = { customer, participants, unitItems, resourceItems };
  const snapshots = { pricingSnapshot, resourceUsageSnapshot };
  return {
    columns,
    particulars: { ...origin, endAt, ...party, ...snapshots, notes, cancellationReason },
  };
}

/** The booking that a document holds; what else was read of it stays. */
export function bookingOf<Read extends ReadDocument>(read: Read): BookingIn<Read> {
  const { particulars, ...columns } = read;
  const parts = JSON.parse(particulars) as Omit<Particulars, "endAt"> & { endAt: string | null };
  const endAt = parts.endAt === null ? null : new Date(parts.endAt);
  return { ...columns, ...parts, endAt } as unknown as BookingIn<Read>;
}

type BookingIn<Read> = Omit<Read, "particulars"> & Booking;
