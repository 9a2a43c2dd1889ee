import { expect, it } from "@jest/globals";
import type { Booking } from "../chaos/booking.ts";
import { peakOf, takingsOf } from "../chaos/places.ts";

const now = Date.parse("2027-01-01T00:00:00Z");
const boat = "res_1";

function aBooking(id: string, time: string, more: Partial<Booking> = {}): Booking {
  return {
    id,
    optionId: "opt_1",
    status: "CONFIRMED",
    startAt: `2027-03-01T${time}:00.000Z`,
    expiresAt: null,
    idempotencyKey: null,
    notes: null,
    updatedAt: "2027-01-01T00:00:00.000Z",
    unitItems: [],
    resourceUsageSnapshot: { items: [{ resourceId: boat, capacityPlaces: 2 }] },
    ...more,
  };
}

function peak(...bookings: Booking[]): { places: number; bookingIds: readonly string[] } {
  const { places, bookingIds } = peakOf(
    takingsOf(boat, bookings, { now, durationMinutesOf: () => 60 }),
  );
  return { places, bookingIds };
}

it("adds up departures that overlap, and not those that touch", () => {
  expect(peak(aBooking("a", "10:00"), aBooking("b", "10:30"))).toEqual({
    places: 4,
    bookingIds: ["a", "b"],
  });
  expect(peak(aBooking("a", "10:00"), aBooking("b", "11:00")).places).toBe(2);
});

it.each([
  ["a hold that has ended", { status: "ON_HOLD", expiresAt: "2026-12-31T23:59:59.000Z" }, 0],
  ["a hold", { status: "ON_HOLD", expiresAt: "2027-01-01T00:00:01.000Z" }, 2],
  ["what waits for approval", { status: "PENDING" }, 2],
  ["what was cancelled", { status: "CANCELLED" }, 0],
  ["another resource's", { resourceUsageSnapshot: { items: [] } }, 0],
])("counts of %s what it takes", (_what, more, places) => {
  expect(peak(aBooking("a", "10:00", more)).places).toBe(places);
});

it("looks at a span alone where one is given", () => {
  const takings = takingsOf(boat, [aBooking("a", "10:00"), aBooking("b", "12:00")], {
    now,
    durationMinutesOf: () => 60,
  });
  const from = Date.parse("2027-03-01T10:30:00Z");
  expect(peakOf(takings, { from, until: from + 60_000 })).toMatchObject({ places: 2, at: from });
  expect(peakOf(takings, { from: from + 30 * 60_000, until: from + 90 * 60_000 }).places).toBe(0);
});
