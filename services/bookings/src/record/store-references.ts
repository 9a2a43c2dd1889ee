import { duplicateKey, migration, ofTenant, type mongo } from "@slipway/store";
import type { BookingDocument, ReadDocument } from "./booking-document.ts";
import { referenceOf, referencesMax } from "./reference.ts";

/** Gives one to every booking of a release before 0.1.0 that nobody has read since. */
export const referencesOfAll = migration<BookingDocument>({
  name: "store-references",
  collection: "bookings",
  waiting: { reference: { $exists: false }, live: true },
  change: storeReferences,
});

/**
 * Answers the documents with their references. It stores one for each document of an earlier release, at
 * its first read. `updatedAt` stays: no reader of the change feed has seen another reference. Repeatable.
 */
export async function storeReferences<Read extends ReadDocument>(
  bookings: mongo.Collection<BookingDocument>,
  documents: readonly Read[],
): Promise<Read[]> {
  return Promise.all(
    documents.map(async (document) =>
      document.reference === undefined
        ? { ...document, reference: await storeReference(bookings, document) }
        : document,
    ),
  );
}

/**
 * The filter decides the race of two readers: the second one finds the first one's reference, or tries the
 * next as that one did. The unique index decides the race of two bookings with the same reference: the
 * second one tries its next. A reference is answered only once a majority has it, and never replaced.
 */
async function storeReference(
  bookings: mongo.Collection<BookingDocument>,
  { tenantId, _id }: Pick<ReadDocument, "tenantId" | "_id">,
): Promise<string> {
  for (let attempt = 0; attempt < referencesMax; attempt++) {
    const reference = referenceOf(_id, attempt);
    const own = { _id, live: true, $or: [{ reference: { $exists: false } }, { reference }] };
    const filter = ofTenant(tenantId, own) as mongo.Filter<BookingDocument>;
    try {
      const { matchedCount } = await bookings.updateOne(filter, { $set: { reference } });
      if (matchedCount === 1) return reference;
    } catch (error) {
      const index = duplicateKey(error);
      if (!index || !("reference" in index)) throw error;
    }
  }
  throw new Error(`${_id} finds no free reference`);
}
