import { describe, expect, it } from "@jest/globals";
import { bookings } from "@slipway/contracts";
import fc from "fast-check";
import { shownStatus } from "../booking.ts";
import { type BookingIndex, createBookingIndex } from "./booking-index.ts";
import { type ListFilter, type Listed, searchTextOf } from "./list-filter.ts";

const now = 5_000;

const listed: fc.Arbitrary<Listed> = fc
  .record({
    number: fc.integer({ min: 0, max: 40 }),
    updatedAt: fc.integer({ min: 0, max: 99 }),
    status: fc.constantFrom(...bookings.bookingStatus.options),
    expiresAt: fc.constantFrom(null, now - 1, now, now + 1),
    startAt: fc.integer({ min: 0, max: 9 }),
    supplierId: fc.constantFrom("a", "b"),
    source: fc.constantFrom("api/v1", "shop"),
    name: fc.constantFrom("Ada", "ADELE", "Öz", "a.a", ""),
  })
  .map(({ number, name, ...rest }) => ({
    ...rest,
    id: `bkg_${String(number).padStart(2, "0")}`,
    // Of several made at once the id decides.
    createdAt: Math.floor(number / 4),
    searchText: searchTextOf({ name, email: `${number}@x` }),
  }));

const filters: fc.Arbitrary<ListFilter> = fc.record(
  {
    status: fc.constantFrom(...bookings.bookingStatus.options),
    from: fc.integer({ min: 0, max: 9 }).map((at) => new Date(at)),
    to: fc.integer({ min: 0, max: 9 }).map((at) => new Date(at)),
    supplierId: fc.constantFrom("a", "b", "c"),
    source: fc.constantFrom("api/v1", "shop", "none"),
    search: fc.constantFrom("ad", "A.", ".", "öZ", "1@x", "\u0000", "x"),
  },
  { requiredKeys: [] },
);

const puts = fc.array(fc.tuple(listed, fc.boolean()), { maxLength: 60 });

function indexOf(given: readonly (readonly [Listed, boolean])[]): BookingIndex {
  const index = createBookingIndex();
  for (const [one, isBooking] of given) index.put(one, isBooking ? one : null);
  return index;
}

/** What is listed, newest first, found in the slow way. */
function oracle(given: readonly (readonly [Listed, boolean])[], filter: ListFilter): string[] {
  const latest = new Map(given.map(([one, isBooking]) => [one.id, isBooking ? one : null]));
  return [...latest.values()]
    .filter((one) => one !== null)
    .filter((one) => {
      const state = { ...one, expiresAt: one.expiresAt === null ? null : new Date(one.expiresAt) };
      return (
        (filter.status === undefined || shownStatus(state, now) === filter.status) &&
        (filter.from === undefined || one.startAt >= filter.from.getTime()) &&
        (filter.to === undefined || one.startAt <= filter.to.getTime()) &&
        (filter.supplierId === undefined || one.supplierId === filter.supplierId) &&
        (filter.source === undefined || one.source === filter.source) &&
        (filter.search === undefined || isIn(one.searchText.split("\u0000"), filter.search))
      );
    })
    .map(({ id }) => id)
    .toSorted()
    .toReversed();
}

const isIn = (fields: readonly string[], search: string): boolean =>
  fields.some((field) => field.includes(search.toLowerCase()));

const all = { limit: 1_000, withTotal: true };

describe("a booking index", () => {
  it("finds what a slow look at every booking finds, and counts it", () => {
    fc.assert(
      fc.property(puts, filters, (given, filter) => {
        const wanted = oracle(given, filter);
        const { ids, total } = indexOf(given).find(filter, all, now);
        expect([ids, total]).toEqual([wanted, wanted.length]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("gives pages that, one after the other, are the whole list", () => {
    const size = fc.integer({ min: 1, max: 7 });
    fc.assert(
      fc.property(puts, filters, size, (given, filter, limit) => {
        const index = indexOf(given);
        const { ids: whole, total } = index.find(filter, all, now);
        const bySkip: string[] = [];
        for (let skip = 0; skip < whole.length; skip += limit) {
          const page = index.find(filter, { skip, limit, withTotal: true }, now);
          expect(page.total).toBe(total);
          bySkip.push(...page.ids);
        }
        const byPlace: string[] = [];
        const madeAt = new Map(given.map(([one]) => [one.id, one.createdAt]));
        for (;;) {
          const id = byPlace.at(-1);
          const after = id === undefined ? {} : { after: { id, createdAt: madeAt.get(id) ?? 0 } };
          const { ids } = index.find(filter, { ...after, limit, withTotal: false }, now);
          if (ids.length === 0) break;
          byPlace.push(...ids);
        }
        expect([bySkip, byPlace]).toEqual([whole, whole]);
      }),
    );
  });

  it("knows of each when it changed last, tombstones included", () => {
    fc.assert(
      fc.property(puts, (given) => {
        const index = indexOf(given);
        const latest = new Map(given.map(([one]) => [one.id, one.updatedAt]));
        for (const [id, updatedAt] of latest) expect(index.updatedAtOf(id)).toBe(updatedAt);
        expect(index.size).toBe(latest.size);
        expect(index.updatedAtOf("none")).toBeUndefined();
      }),
    );
  });

  it("takes a sigma for a sigma, wherever it stands in its word", () => {
    const one = { ...fc.sample(listed, 1)[0]!, searchText: searchTextOf({ name: "ΟΔΥΣΣΕΥΣ" }) };
    const found = (search: string) => indexOf([[one, true]]).find({ search }, all, now).ids.length;
    expect([found("οδυσ"), found("ΕΥΣ"), found("ευς"), found("ΔΥΣ")]).toEqual([1, 1, 1, 1]);
  });
});
