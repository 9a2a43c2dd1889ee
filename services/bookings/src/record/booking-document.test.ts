import { expect, it } from "@jest/globals";
import { aBooking, startAt } from "../../test/builders.ts";
import { changedBefore, laterFields, readBefore, storedBefore } from "../../test/release-before.ts";
import { type ReadDocument, bookingOf, changedFields, fieldsOf } from "./booking-document.ts";
import type { Booking } from "./booking.ts";
import { referenceOf } from "./reference.ts";

const endAt = new Date(startAt + 7_200_000);
const bookings: Booking[] = [
  aBooking(),
  aBooking({
    endAt,
    customer: '{"z":1,"a.b":2,"$odd":[3]}',
    resellerReference: "AGENT-5531",
    metadata: '{"z":1,"a.b":2}',
    cancelledAt: new Date(startAt),
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

/** A booking as it is read of a document of the release before. */
const fromBefore = (booking: Booking): Booking => ({
  ...booking,
  reference: referenceOf(booking._id, 0),
  resellerReference: null,
  metadata: null,
  confirmedAt: null,
  cancelledAt: null,
});

/** The fields that the release before knows. */
function knownBefore(booking: Booking): Partial<Booking> {
  const known: Partial<Booking> = { ...booking };
  for (const field of laterFields) delete known[field];
  return known;
}

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
    expect(bookingOf(stored(storedBefore(booking)))).toEqual(fromBefore(booking));
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
    for (const [document, read] of [
      [fieldsOf(booking), booking],
      [storedBefore(booking), fromBefore(booking)],
    ] as const) {
      const changed = { ...read, ...set };
      const byThis = { ...document, ...changedFields(booking, set) };
      const byBefore = { ...document, ...changedBefore(booking, set) };
      for (const after of [byThis, byBefore]) {
        expect(bookingOf(stored(after))).toEqual(changed);
        expect(knownBefore(readBefore(after))).toEqual(knownBefore(changed));
      }
    }
  },
);
