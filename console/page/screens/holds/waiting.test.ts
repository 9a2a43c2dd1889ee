import { describe, expect, it } from "@jest/globals";
import type { AvailabilityEntry, Booking } from "@slipway/client";
import { clockText, extendedMinutes } from "../../parts/hold-time.ts";
import { keepsOf, lastReasons, waitingOf } from "./waiting.ts";

const now = Date.parse("2027-06-01T10:00:00.000Z");
const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();

function aBooking(given: Partial<Booking>): Booking {
  const unitItems = [{ unitId: "unit_a", quantity: 2 }];
  const base = { id: "a", optionId: "opt_a", startAt: at(600), createdAt: at(0), updatedAt: at(0) };
  return { ...base, status: "PENDING", expiresAt: null, unitItems, ...given } as Booking;
}
const anEntry = (vacancies: number | null) =>
  ({ optionId: "opt_a", startAt: at(600), vacancies }) as AvailabilityEntry;

describe("what waits", () => {
  it("stands in two lists, the oldest first, without holds that are over", () => {
    const bookings = [
      aBooking({ id: "new", createdAt: at(-1) }),
      aBooking({ id: "held", status: "ON_HOLD", expiresAt: at(1) }),
      aBooking({ id: "over", status: "ON_HOLD", expiresAt: at(0) }),
      aBooking({ id: "old", createdAt: at(-9) }),
    ];
    const { approvals, holds } = waitingOf(bookings, { entries: [], now });
    expect(approvals.map(({ booking }) => booking.id)).toEqual(["old", "new"]);
    expect(holds.map(({ booking }) => booking.id)).toEqual(["held"]);
  });

  it.each([
    [0, { kind: "last", places: 2 }],
    [5, { kind: "some", places: 2, free: 5 }],
    [null, { kind: "unlimited", places: 2 }],
  ])("keeps places from others where %s are left", (vacancies, keeps) => {
    const [waiting] = waitingOf([aBooking({})], { entries: [anEntry(vacancies)], now }).approvals;
    expect(waiting && keepsOf(waiting)).toEqual(keeps);
  });

  it("keeps an unknown share where the departure is not known", () => {
    const [waiting] = waitingOf([aBooking({})], { entries: [], now }).approvals;
    expect(waiting && keepsOf(waiting)).toEqual({ kind: "unknown", places: 2 });
  });
});

it.each([
  [0, "0:00"],
  [9, "0:09"],
  [249, "4:09"],
  [3_909, "1:05:09"],
])("%s seconds are shown as %s", (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});

it.each([
  [at(10), 40],
  [at(-10), 30],
  [at(1_430), 1_440],
])("a hold until %s gets half an hour more, by %s minutes from now", (expiresAt, minutes) => {
  expect(extendedMinutes({ expiresAt }, now)).toBe(minutes);
});

it("offers the last reasons once each", () => {
  const rejected = ["Storm", null, "Full", "Storm"].map((cancellationReason, index) =>
    aBooking({ cancellationReason, updatedAt: at(index) }),
  );
  expect(lastReasons(rejected)).toEqual(["Storm", "Full"]);
  expect(lastReasons(rejected, 1)).toEqual(["Storm"]);
});
