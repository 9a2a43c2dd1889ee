import { migration, type mongo } from "@slipway/store";
import type { BookingDocument } from "./booking-document.ts";
import { searchTextOf } from "./list-filter.ts";

/** Brings the text that `search` looks through to the form of today: an earlier one was lower-cased and no more. */
export const searchTextsOfAll = migration<BookingDocument>({
  name: "store-search-texts",
  collection: "bookings",
  waiting: { live: true, searchText: { $ne: "" } },
  change: storeSearchTexts,
});

/** The earlier text in the filter decides the race with a change of the customer, which writes a text of its own. */
async function storeSearchTexts(
  bookings: mongo.Collection<BookingDocument>,
  documents: readonly BookingDocument[],
): Promise<void> {
  for (const document of documents) {
    const { _id, searchText: earlier, customer } = document;
    if (customer === null) continue;
    const searchText = searchTextOf(JSON.parse(customer) as Readonly<Record<string, unknown>>);
    if (searchText !== earlier)
      await bookings.updateOne({ _id, searchText: earlier }, { $set: { searchText } });
  }
}
