/** The stored form of a booking: its fields and its outbox. */
import type { StoredEvent } from "@slipway/contracts";
import type { Booking, FieldChanges } from "./booking.ts";
import { referenceOf } from "./reference.ts";
import { requireFit } from "./tickets.ts";

/** One committed change: its audit entry and its effects. A crash loses neither. */
export interface BookingEvent {
  id: string;
  at: Date;
  fact: StoredEvent;
  /** Effect: capacity releases these claims. */
  releases?: { supplierId: string; bookingId: string; claims: Booking["claims"] };
  /** Effect: availability records this manual departure. */
  departs?: { optionId: string; productId: string; startAt: string };
  /** Effect: if the insert was late, the booking gets a later updatedAt. */
  redates?: true;
}

/** Fields that the release before stores in `particulars` alone. */
const particularFields = [
  "uuid",
  "sourceChannelConnectionId",
  "externalId",
  "endAt",
  "customer",
  "notes",
  "cancellationReason",
  "pricingSnapshot",
  "resourceUsageSnapshot",
  "participants",
  "unitItems",
  "resourceItems",
] as const;
type Particulars = Pick<Booking, (typeof particularFields)[number]>;

/** Fields that documents of earlier releases do not have. */
type LaterField =
  | "reference"
  | "resellerReference"
  | "metadata"
  | "confirmedAt"
  | "cancelledAt"
  | "tickets"
  | "erasedAt";

export interface BookingDocument
  extends Omit<Booking, LaterField>,
    Partial<Pick<Booking, LaterField>> {
  /**
   * JSON for the release before, which spreads it over the document's fields and needs `endAt` in it. In a
   * document that the release before wrote it has all `particularFields`, and they win over the fields.
   */
  particulars?: string;
  /** False on a tombstone, which keeps an id from ever becoming a booking; null on the stub of an archived one. */
  live: boolean | null;
  /** On a stub alone (see archive/stub.ts). */
  archivedAt?: Date;
  /**
   * The database's stamp of the insert, in seconds of its own clock: a BSON timestamp. A document of the
   * release before has none.
   */
  insertedAt?: { readonly t: number; readonly i: number };
  outbox: BookingEvent[];
}

/** Reads leave out the outbox and the fields that only filters use. */
export const projection = { outbox: 0, searchText: 0, live: 0, insertedAt: 0 } as const;

/** The fields that every projection keeps. */
export type ReadDocument = Omit<BookingDocument, keyof typeof projection>;

type Fields = Omit<BookingDocument, "live" | "outbox" | "insertedAt">;

/** The stored form of a booking. */
export function fieldsOf(booking: Booking): Fields {
  requireFit(booking.tickets, booking.unitItems);
  return { ...booking, particulars: particularsOf(booking) };
}

/**
 * The stored form of a change. If it sets one of the `particularFields`, it writes all of them: a document
 * of the release before does not have the others yet.
 */
export function changedFields(booking: Booking, set: FieldChanges): Partial<Fields> {
  // A release that knows no tickets may have changed the lines alone: what this change leaves is not looked at.
  if (set.unitItems ?? set.tickets)
    requireFit(set.tickets ?? booking.tickets, set.unitItems ?? booking.unitItems);
  if (!particularFields.some((field) => set[field] !== undefined)) return set;
  const changed = { ...booking, ...set };
  const particulars = Object.fromEntries(particularFields.map((field) => [field, changed[field]]));
  return {
    ...set,
    ...(particulars as unknown as Particulars),
    particulars: particularsOf(changed),
  };
}

function particularsOf({ endAt }: Booking): string {
  return JSON.stringify({ endAt });
}

/**
 * The booking of a document, with all other fields that were read. A document of an earlier release gets
 * the reference that it tries first: a store that shows it stores its reference before (see
 * store-references.ts).
 */
export function bookingOf<Read extends ReadDocument>(read: Read): BookingIn<Read> {
  const { particulars, ...fields } = read;
  const { _id, reference = referenceOf(_id, 0) } = fields;
  const booking = { ...absentLater, ...fields, reference, ...writtenBefore(particulars) };
  return booking as unknown as BookingIn<Read>;
}

const absentLater: Pick<Booking, Exclude<LaterField, "reference">> = {
  resellerReference: null,
  metadata: null,
  confirmedAt: null,
  cancelledAt: null,
  tickets: [],
  erasedAt: null,
};

type BookingIn<Read> = Omit<Read, "particulars"> & Booking;

/** The fields that a process of the release before has written into `particulars`, or none. */
function writtenBefore(particulars: string | undefined): Particulars | undefined {
  if (particulars === undefined) return undefined;
  const { endAt, ...others } = JSON.parse(particulars) as StoredParticulars;
  if (!("uuid" in others)) return undefined;
  return { ...others, endAt: endAt === null ? null : new Date(endAt) };
}

type StoredParticulars = Omit<Particulars, "endAt"> & { endAt: string | null };
