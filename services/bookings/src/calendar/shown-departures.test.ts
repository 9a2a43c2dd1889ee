import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { bookings } from "@slipway/contracts";
import { type FeedRow, collectDepartures, departuresWithin } from "./shown-departures.ts";

const dayMs = 86_400_000;
const now = Date.parse("2027-06-01T12:00:00.000Z");

function aRow(given: Partial<FeedRow> = {}): FeedRow {
  return {
    id: "bkg_1",
    supplierId: "sup_1",
    productId: "prd_1",
    optionId: "opt_1",
    status: "CONFIRMED",
    startAt: now,
    expiresAt: null,
    updatedAt: 1_000,
    ...given,
  };
}

function collected(rows: readonly FeedRow[], kind = {}, at = now) {
  const collector = collectDepartures(kind, at);
  for (const row of rows) collector.add(row);
  return collector.collected();
}

describe("a departure is shown", () => {
  it.each<[string, Partial<FeedRow>, boolean]>([
    ["with a pending booking", { status: "PENDING" }, true],
    ["with a hold", { status: "ON_HOLD", expiresAt: now + 1 }, true],
    ["not with a hold that has run out", { status: "ON_HOLD", expiresAt: now }, false],
    ["not with a cancelled booking", { status: "CANCELLED" }, false],
    ["30 days ago", { startAt: now - 30 * dayMs }, true],
    ["not before", { startAt: now - 30 * dayMs - 1 }, false],
    ["180 days ahead", { startAt: now + 180 * dayMs }, true],
    ["not after", { startAt: now + 180 * dayMs + 1 }, false],
    ["not of another product", { productId: "prd_2" }, false],
  ])("%s", (_name, given, isShown) => {
    const { departures } = collected([aRow(given)], { productId: "prd_1" });
    expect(departures).toHaveLength(isShown ? 1 : 0);
  });

  it("with all its live bookings", () => {
    const rows = [aRow(), aRow({ id: "bkg_2" }), aRow({ id: "bkg_3", optionId: "opt_2" })];
    const { supplierId, productId } = aRow();
    const of = { supplierId, productId, startAt: now };
    expect(collected(rows).departures).toEqual([
      { ...of, optionId: "opt_1", bookingIds: ["bkg_1", "bkg_2"] },
      { ...of, optionId: "opt_2", bookingIds: ["bkg_3"] },
    ]);
  });
});

describe("what fits", () => {
  const departure = (days: number, count = 1) => ({
    supplierId: "sup_1",
    productId: "prd_1",
    optionId: "opt_1",
    startAt: now + days * dayMs,
    bookingIds: Array.from({ length: count }, (_, booking) => `bkg_${days}_${booking}`),
  });
  const daysOf = (bounds: { departuresMax: number; bookingsMax: number }, ...days: number[]) =>
    departuresWithin(
      days.map((day) => departure(day)),
      now,
      bounds,
    ).map(({ startAt }) => (startAt - now) / dayMs);

  it("is the next departures, then the last ones, by start", () => {
    const days = [5, -1, 2, -3, 0, 9, -2];
    const within = (departuresMax: number) => daysOf({ departuresMax, bookingsMax: 99 }, ...days);
    expect([within(2), within(5), within(99)]).toEqual([
      [0, 2],
      [-1, 0, 2, 5, 9],
      [-3, -2, -1, 0, 2, 5, 9],
    ]);
  });

  it("ends at the first departure whose bookings are too many", () => {
    const all = [departure(1, 3), departure(2, 5), departure(3, 1)];
    const bounds = { departuresMax: 9, bookingsMax: 7 };
    expect(departuresWithin(all, now, bounds)).toEqual([all[0]]);
  });
});

/** Steps of a few bookings of one supplier: made, moved, changed in any way, swept late. */
const steps = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: 4 }),
    pauseMs: fc.integer({ min: 0, max: 5_000 }),
    optionId: fc.constantFrom("opt_1", "opt_2"),
    startAt: fc.constantFrom(now + dayMs, now + 2 * dayMs),
    status: fc.constantFrom(...bookings.bookingStatus.options),
    holdMs: fc.integer({ min: 1, max: 20_000 }),
  }),
  { minLength: 2, maxLength: 40 },
);

it("the change that dates a departure never goes back, whichever booking leaves it", () => {
  fc.assert(
    fc.property(steps, (drawn) => {
      const rows = new Map<number, FeedRow>();
      let at = now;
      let last = 0;
      const changedAt = () =>
        collected([...rows.values()], { optionId: "opt_1" }, at).changes.get("sup_1") ?? 0;
      for (const { id, pauseMs, holdMs, ...drawnRow } of drawn) {
        at += pauseMs;
        const read = changedAt();
        expect(read).toBeGreaterThanOrEqual(last);
        const updatedAt = Math.max(at, (rows.get(id)?.updatedAt ?? 0) + 1);
        const expiresAt = drawnRow.status === "ON_HOLD" ? at + holdMs : null;
        rows.set(id, aRow({ id: `bkg_${id}`, ...drawnRow, expiresAt, updatedAt }));
        last = changedAt();
        expect(last).toBeGreaterThanOrEqual(read);
        expect(last).toBeGreaterThanOrEqual(updatedAt);
      }
    }),
    { numRuns: 1_000 },
  );
});
