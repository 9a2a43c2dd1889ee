import { describe, expect, it } from "@jest/globals";
import type { BookingStatus } from "./booking.ts";
import {
  type Order,
  extendedEnd,
  followingOf,
  hasExpired,
  isMarkedFor,
  refusalOfOrder,
  shownOrderStatus,
} from "./order.ts";

const end = new Date("2027-06-15T10:00:00.000Z");
const before = end.getTime() - 1;

type State = Pick<Order, "status" | "expiresAt">;
const open: State = { status: "OPEN", expiresAt: end };
const confirmed: State = { status: "CONFIRMED", expiresAt: null };
const cancelled: State = { status: "CANCELLED", expiresAt: null };
const expired: State = { status: "EXPIRED", expiresAt: end };

it("is expired at its end, swept or not", () => {
  expect([hasExpired(open, before), hasExpired(open, end.getTime())]).toEqual([false, true]);
  expect(shownOrderStatus(open, end.getTime())).toBe("EXPIRED");
  expect(shownOrderStatus(confirmed, end.getTime())).toBe("CONFIRMED");
});

it.each([
  ["add", open, undefined],
  ["add", confirmed, "INVALID_STATE"],
  ["add", expired, "HOLD_EXPIRED"],
  ["extend", cancelled, "INVALID_STATE"],
  ["confirm", open, undefined],
  ["confirm", confirmed, "INVALID_STATE"],
  ["confirm", expired, "HOLD_EXPIRED"],
  ["cancel", open, undefined],
  ["cancel", confirmed, undefined],
  ["cancel", cancelled, "INVALID_STATE"],
  ["cancel", expired, "INVALID_STATE"],
] as const)("refuses to %s in %o with %s", (verb, state, refusal) => {
  expect(refusalOfOrder(verb, state, before)).toBe(refusal);
});

it("is extended, never shortened", () => {
  expect(extendedEnd(open, 1, end.getTime())).toEqual(new Date("2027-06-15T10:01:00.000Z"));
  expect(extendedEnd(open, 1, end.getTime() - 3_600_000)).toEqual(end);
});

describe("a booking of an order follows it", () => {
  const aBooking = (status: BookingStatus, expiresAt: Date | null = null) => ({
    _id: "bkg_1",
    status,
    expiresAt,
  });
  const sold = [{ bookingId: "bkg_1", status: "PENDING" as const }];
  const cases: [string, State, ReturnType<typeof aBooking>, object | undefined][] = [
    ["as it was sold", confirmed, aBooking("ON_HOLD", end), { to: "PENDING" }],
    ["not again", confirmed, aBooking("CONFIRMED"), undefined],
    ["into its end", expired, aBooking("ON_HOLD", end), { to: "EXPIRED" }],
    ["into its cancellation, held", cancelled, aBooking("ON_HOLD", end), { to: "CANCELLED" }],
    ["into its cancellation, sold", cancelled, aBooking("PENDING"), { to: "CANCELLED" }],
    ["not where it has ended", cancelled, aBooking("REJECTED"), undefined],
    [
      "into its extension",
      open,
      aBooking("ON_HOLD", new Date(before)),
      { to: "ON_HOLD", expiresAt: end },
    ],
    ["not where it lasts as long", open, aBooking("ON_HOLD", end), undefined],
  ];
  it.each(cases)("%s", (_name, state, booking, following) => {
    expect(followingOf({ ...state, sold }, booking)).toEqual(following);
  });

  it("and a confirmed order has sold each", () => {
    const stranger = { ...aBooking("ON_HOLD", end), _id: "bkg_2" };
    expect(() => followingOf({ ...confirmed, sold }, stranger)).toThrow("has sold");
  });
});

it("is decided on the revision that its bookings are marked for", () => {
  const marked = [undefined, 6, 7].map((orderRevision) =>
    isMarkedFor({ revision: 7 }, { ...(orderRevision !== undefined && { orderRevision }) }),
  );
  expect(marked).toEqual([false, false, true]);
});
