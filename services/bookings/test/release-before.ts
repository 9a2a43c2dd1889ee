/** How the release before stores and reads bookings: this release shares database and bus with it. */
import type { BookingDocument } from "../src/record/booking-document.ts";
import type { Booking } from "../src/record/booking.ts";

/** A document as the release before stores it. */
export type DocumentBefore = Omit<BookingDocument, keyof ReturnType<typeof parted>["particulars"]>;

/** The release before does not know these fields: a document that it inserts has none of them. */
export const laterFields = [
  "reference",
  "resellerReference",
  "metadata",
  "confirmedAt",
  "cancelledAt",
  "tickets",
  "erasedAt",
] as const satisfies (keyof Booking)[];

/** The release before stores these fields as one JSON string. */
function parted({ ...fields }: Partial<Booking>) {
  const { uuid, sourceChannelConnectionId, externalId, endAt, customer, ...others } = fields;
  const { notes, cancellationReason, pricingSnapshot, resourceUsageSnapshot, ...more } = others;
  const { participants, unitItems, resourceItems, ...columns } = more;
  const origin = { uuid, sourceChannelConnectionId, externalId };
  const parts = { customer, participants, unitItems, resourceItems };
  const snapshots = { pricingSnapshot, resourceUsageSnapshot };
  const ending = { notes, cancellationReason };
  return { columns, particulars: { ...origin, endAt, ...parts, ...snapshots, ...ending } };
}

/** The fields that the release before inserts. */
export function storedBefore(booking: Partial<Booking>): DocumentBefore {
  const { columns, particulars } = parted(booking);
  for (const field of laterFields) delete columns[field];
  return { ...columns, particulars: JSON.stringify(particulars) } as unknown as DocumentBefore;
}

/** The fields that a change by the release before sets. */
export function changedBefore(booking: Booking, set: Partial<Booking>): object {
  const { columns, particulars } = parted(set);
  if (Object.values(particulars).every((value) => value === undefined)) return columns;
  const { particulars: text } = storedBefore({ ...booking, ...set });
  return { ...columns, particulars: text };
}

/** The booking that the release before reads of a document. */
export function readBefore(document: object): Booking {
  const { particulars, ...columns } = document as { particulars: string };
  const parts = JSON.parse(particulars) as { endAt: string | null };
  const endAt = parts.endAt === null ? null : new Date(parts.endAt);
  return { ...columns, ...parts, endAt } as unknown as Booking;
}
