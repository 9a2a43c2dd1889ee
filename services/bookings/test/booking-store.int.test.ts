/** The store's reads of a primary that has been replaced and does not know it. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { makeIndexes, openCollections, openDatabase } from "@slipway/store";
import { stalePrimary, testDatabase } from "@slipway/store/testing";
import { fieldsOf } from "../src/record/booking-document.ts";
import { type BookingCollection, bookingStore } from "../src/record/booking-store.ts";
import { collections } from "../src/schema.ts";
import { aBooking } from "./builders.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;
let collection: BookingCollection;
beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  database = await openDatabase(uri, name);
  await makeIndexes(database.connection, collections);
  ({ bookings: collection } = openCollections(database.connection, collections));
});
afterAll(() => database.close());

it("finds a booking to change that a replaced primary lacks", async () => {
  const booking = aBooking({ _id: "bkg_lacking", reference: "LACKING" });
  await collection.insertOne({ ...fieldsOf(booking), live: true, outbox: [] });
  const store = bookingStore(stalePrimary(collection), () => "$$NOW");
  expect(await store.getToChange(booking.tenantId, booking._id)).toMatchObject({
    _id: booking._id,
  });
  expect(await store.getToChange(booking.tenantId, "bkg_none")).toBeNull();
});
