/** The stored form of a booking: its fields and its outbox. */
import type { AuditFact } from "@slipway/contracts";
import type { Booking, Changed } from "./booking.ts";

/** One committed change: its audit entry and its effects. A crash loses neither. */
export interface BookingEvent {
  id: string;
  at: Date;
  fact: AuditFact;
  /** Effect: capacity releases these claims. */
  releases?: { supplierId: string; bookingId: string; claims: Booking["claims"] };
  /** Effect: availability records this manual departure. */
  departs?: { optionId: string; productId: string; startAt: string };
}

/** Fields that no filter and no index uses. */
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
  /** Unfiltered fields as one JSON string, which reduces the database's cost per field. */
  particulars: string;
  /** False on a tombstone, which keeps an id from ever becoming a booking. */
  live: boolean;
  outbox: BookingEvent[];
}

/** Reads leave out the outbox and the fields that only filters use. */
export const projection = { outbox: 0, searchText: 0, live: 0 } as const;

/** The fields that every projection keeps. */
export type ReadDocument = Omit<BookingDocument, "outbox" | "searchText" | "live">;

type Columns = Omit<BookingDocument, "live" | "outbox">;

/** A booking as it is stored. */
export function columnsOf(booking: Booking): Columns {
  const { columns, particulars } = parted(booking);
  return { ...columns, particulars: JSON.stringify(particulars) };
}

/** The stored form of a change. Particulars are always written whole. */
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
  const travellers = { customer, participants, unitItems, resourceItems };
  const snapshots = { pricingSnapshot, resourceUsageSnapshot };
  return {
    columns,
    particulars: { ...origin, endAt, ...travellers, ...snapshots, notes, cancellationReason },
  };
}

/** The booking of a document, with all other fields that were read. */
export function bookingOf<Read extends ReadDocument>(read: Read): BookingIn<Read> {
  const { particulars, ...columns } = read;
  const parts = JSON.parse(particulars) as Omit<Particulars, "endAt"> & { endAt: string | null };
  const endAt = parts.endAt === null ? null : new Date(parts.endAt);
  return { ...columns, ...parts, endAt } as unknown as BookingIn<Read>;
}

type BookingIn<Read> = Omit<Read, "particulars"> & Booking;
