import { describe, expect, it, jest } from "@jest/globals";
import type { BookingIndexStore, Row } from "./booking-index-store.ts";
import { cacheBookingIndexes } from "./booking-index-cache.ts";

const at = 1_000_000;
const booking = {
  id: "bkg_1",
  createdAt: at,
  updatedAt: at,
  status: "CONFIRMED",
  supplierId: "sup_1",
  productId: "prd_1",
  optionId: "opt_1",
  source: "api/v1",
  externalId: null,
  resellerReference: null,
  searchText: "ada",
  startAt: at,
  expiresAt: null,
  guests: 2,
  retail: 9_000,
  currency: "EUR",
} as const;
const row: Row = { key: booking, booking };
const everything = { order: "createdAt", skip: 0, limit: 10, withTotal: true } as const;

const warn = jest.fn();
const world = { databaseTimeLowerBound: () => at, breaks: () => 0, warn };

/** A tenant with one booking, and a read that ends when the test says so. */
function aSlowStore() {
  const { promise: isRead, resolve: endReading } = Promise.withResolvers<void>();
  const store: BookingIndexStore = {
    awaitMajority: () => Promise.resolve(),
    async *readAll() {
      await isRead;
      yield row;
    },
    listChanged: () => Promise.resolve([]),
    read: () => Promise.resolve([]),
  };
  return { store, endReading };
}

describe("a tenant's booking index", () => {
  it("is unread after as much patience as it is given, and there once it is read", async () => {
    const { store, endReading } = aSlowStore();
    const bookingIndexes = cacheBookingIndexes({ ...world, store, bytesMax: 1e6 });
    expect(await bookingIndexes.get("ten_1", 1)).toBe("unread");
    const waiting = bookingIndexes.get("ten_1", 60_000);
    endReading();
    const index = await waiting;
    expect(typeof index === "string" ? index : index.find({}, everything, at)).toEqual({
      places: [{ id: "bkg_1", at }],
      total: 1,
    });
  });

  it("is too big where it does not fit, and is read again ten minutes later", async () => {
    const { store, endReading } = aSlowStore();
    endReading();
    const reads = jest.spyOn(store, "readAll");
    const now = jest.spyOn(performance, "now").mockReturnValue(at);
    try {
      const bookingIndexes = cacheBookingIndexes({ ...world, store, bytesMax: 1 });
      for (const [afterMs, readsSoFar] of [
        [0, 1],
        [599_999, 1],
        [600_000, 2],
      ] as const) {
        now.mockReturnValue(at + afterMs);
        expect(await bookingIndexes.get("ten_1", 60_000)).toBe("too big");
        expect(reads).toHaveBeenCalledTimes(readsSoFar);
        expect(warn).toHaveBeenCalledTimes(readsSoFar);
      }
      expect(warn).toHaveBeenLastCalledWith(expect.stringContaining("ten_1"));
    } finally {
      now.mockRestore();
    }
  });

  it("is read anew once a connection has broken: a crash may have undone what it shows", async () => {
    const { store, endReading } = aSlowStore();
    endReading();
    let breaks = 0;
    const bookingIndexes = cacheBookingIndexes({
      ...world,
      store,
      bytesMax: 1e6,
      breaks: () => breaks,
    });
    const first = await bookingIndexes.get("ten_1", 60_000);
    expect(await bookingIndexes.get("ten_1", 60_000)).toBe(first);
    breaks++;
    expect(await bookingIndexes.get("ten_1", 60_000)).not.toBe(first);
  });
});
