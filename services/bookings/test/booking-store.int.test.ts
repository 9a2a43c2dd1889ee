/** The store's reads of a primary that has been replaced and does not know it. */
import { beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { makeIndexes, openCollections, openDatabase } from "@slipway/store";
import { stalePrimary, testDatabase } from "@slipway/store/testing";
import { fieldsOf } from "../src/record/booking-document.ts";
import { type BookingCollection, bookingStore } from "../src/record/booking-store.ts";
import { collections } from "../src/schema.ts";
import { aBooking } from "./builders.ts";

let collection: BookingCollection;

const database = forThisFile(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  return openDatabase(uri, name);
});
beforeAll(async () => {
  await makeIndexes(database.connection, collections);
  ({ bookings: collection } = openCollections(database.connection, collections));
});

it("finds a booking to change that a replaced primary lacks", async () => {
  const booking = aBooking({ _id: "bkg_lacking", reference: "LACKING" });
  await collection.insertOne({ ...fieldsOf(booking), live: true, outbox: [] });
  const store = bookingStore(stalePrimary(collection), () => "$$NOW");
  expect(await store.getToChange(booking.tenantId, booking._id)).toMatchObject({
    _id: booking._id,
  });
  expect(await store.getToChange(booking.tenantId, "bkg_none")).toBeNull();
});
