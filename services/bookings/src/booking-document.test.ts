import { expect, it } from "@jest/globals";
import { aBooking, startAt } from "../test/builders.ts";
import { changedBefore, readBefore, storedBefore } from "../test/release-before.ts";
import { type ReadDocument, bookingOf, changedFields, fieldsOf } from "./booking-document.ts";
import type { Booking } from "./booking.ts";

const endAt = new Date(startAt + 7_200_000);
const bookings: Booking[] = [
  aBooking(),
  aBooking({
    endAt,
    customer: '{"z":1,"a.b":2,"$odd":[3]}',
    notes: "Two steps\nto the pier",
    channelKey: "con|ext",
    sourceChannelConnectionId: "con",
    externalId: "ext",
    resourceUsageSnapshot: {
      schemaVersion: 1,
      items: [{ resourceId: "boat", name: "Boat", capacityPlaces: 2, resourceQuantity: 1 }],
    },
    participants: '{"guests":[{"name":"Ada"}]}',
    resourceItems: [{ resourceId: "boat", quantity: 1 }],
  }),
];
const changes: Partial<Booking>[] = [
  { status: "CANCELLED", cancellationReason: "rain" },
  { notes: "late", endAt: null },
  { endAt: new Date(startAt + 60_000) },
  { unitItems: [{ id: "itm", unitId: "child", quantity: 3 }] },
  { status: "PENDING" },
];
const cases = bookings.flatMap((booking) => changes.map((set) => ({ booking, set })));

const stored = (fields: object): ReadDocument => fields as ReadDocument;

it("stores every field of a booking as a field of its own", () => {
  for (const booking of bookings) {
    const { particulars, ...fields } = fieldsOf(booking);
    expect(fields).toEqual(booking);
    expect(Object.keys(JSON.parse(particulars ?? "") as object)).toEqual(["endAt"]);
  }
});

it("reads what it has stored, and what the release before has stored", () => {
  for (const booking of bookings) {
    expect(bookingOf(stored(fieldsOf(booking)))).toEqual(booking);
    expect(bookingOf(stored(storedBefore(booking)))).toEqual(booking);
  }
});

it("reads a document without particulars, as a later release may store it", () => {
  for (const booking of bookings) expect(bookingOf(stored(booking))).toEqual(booking);
});

it("stores what the release before reads", () => {
  for (const booking of bookings) expect(readBefore(fieldsOf(booking))).toEqual(booking);
});

it("takes a field from the document where an operator has changed it", () => {
  const mended = { ...fieldsOf(aBooking()), notes: "mended", endAt };
  expect(bookingOf(stored(mended))).toEqual(aBooking({ notes: "mended", endAt }));
});

it.each(cases)(
  "reads change $set of either release in a document of either",
  ({ booking, set }) => {
    const changed = { ...booking, ...set };
    for (const document of [fieldsOf(booking), storedBefore(booking)]) {
      const byThis = { ...document, ...changedFields(booking, set) };
      const byBefore = { ...document, ...changedBefore(booking, set) };
      for (const after of [byThis, byBefore]) {
        expect(bookingOf(stored(after))).toEqual(changed);
        expect(readBefore(after)).toEqual(changed);
      }
    }
  },
);
