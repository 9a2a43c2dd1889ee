import { migration, type mongo } from "@slipway/store";
import type { BookingDocument } from "./booking-document.ts";
import type { Booking } from "./booking.ts";

/** A document from before 0.1.0: `particulars` has some of its fields as JSON, and the later fields may be absent. */
type Before = BookingDocument & { readonly particulars?: string };

/** Gives every field of a booking its own field in the document, and drops the copy in JSON. */
export const particularsReplaced = migration<Before>({
  name: "replace-particulars",
  collection: "bookings",
  waiting: { particulars: { $exists: true } },
  isRequired: true,
  change: (bookings, documents) =>
    Promise.all(documents.map((document) => replace(bookings, document))),
});

const absent: Partial<Booking> = {
  resellerReference: null,
  metadata: null,
  confirmedAt: null,
  cancelledAt: null,
  tickets: [],
  erasedAt: null,
};

/** The filter has the text that was read: a second run finds nothing to replace. */
async function replace(bookings: mongo.Collection<Before>, document: Before): Promise<void> {
  const { _id, particulars = "{}" } = document;
  const { endAt, ...others } = JSON.parse(particulars) as { endAt: string | null; uuid?: string };
  // In a document that has `uuid` there, these fields win. In all others it has `endAt` alone, as the field has.
  const written = others.uuid ? { ...others, endAt: endAt === null ? null : new Date(endAt) } : {};
  const missing = Object.fromEntries(
    Object.entries(absent).filter(([field]) => !(field in document)),
  );
  const $set = { ...missing, ...written } as Partial<Before>;
  await bookings.updateOne({ _id, particulars }, { $set, $unset: { particulars: "" } });
}
