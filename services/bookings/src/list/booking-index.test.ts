import { describe, expect, it } from "@jest/globals";
import { bookings } from "@slipway/contracts";
import fc from "fast-check";
import { shownStatus } from "../record/booking.ts";
import { type BookingIndex, type Wanted, createBookingIndex } from "./booking-index.ts";
import {
  type ListFilter,
  type ListOrder,
  type Listed,
  searchTextOf,
} from "../record/list-filter.ts";

const now = 5_000;

const listed: fc.Arbitrary<Listed> = fc
  .record({
    number: fc.integer({ min: 0, max: 40 }),
    updatedAt: fc.integer({ min: 0, max: 99 }),
    status: fc.constantFrom(...bookings.bookingStatus.options),
    expiresAt: fc.constantFrom(null, now - 1, now, now + 1),
    startAt: fc.integer({ min: 0, max: 9 }),
    supplierId: fc.constantFrom("a", "b"),
    productId: fc.constantFrom("p", "q"),
    optionId: fc.constantFrom("o", "r"),
    source: fc.constantFrom("api/v1", "shop"),
    externalId: fc.constantFrom(null, "e", "f"),
    resellerReference: fc.constantFrom(null, "e", "g"),
    guests: fc.integer({ min: 1, max: 4 }),
    retail: fc.integer({ min: 0, max: 9 }),
    currency: fc.constantFrom("EUR", "JPY"),
    name: fc.constantFrom("Ada", "ADELE", "Öz", "a.a", ""),
  })
  .map(({ number, name, ...rest }) => ({
    ...rest,
    id: `bkg_${String(number).padStart(2, "0")}`,
    // The id decides the order of bookings made at once.
    createdAt: Math.floor(number / 4),
    searchText: searchTextOf({ name, email: `${number}@x` }),
  }));

const filters: fc.Arbitrary<ListFilter> = fc.record(
  {
    status: fc.subarray([...bookings.bookingStatus.options], { minLength: 1 }),
    from: fc.integer({ min: 0, max: 9 }).map((at) => new Date(at)),
    to: fc.integer({ min: 0, max: 9 }).map((at) => new Date(at)),
    supplierId: fc.constantFrom("a", "b", "c"),
    productId: fc.constantFrom("p", "q", "a"),
    optionId: fc.constantFrom("o", "r", "p"),
    source: fc.constantFrom("api/v1", "shop", "none"),
    externalId: fc.constantFrom("e", "f", "g"),
    resellerReference: fc.constantFrom("e", "g", "f"),
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

const equalFields = [
  ...(["supplierId", "productId", "optionId"] as const),
  ...(["source", "externalId", "resellerReference"] as const),
];
const orders = fc.constantFrom<ListOrder>("createdAt", "startAt");

/** The listed bookings, in their order, found in the slow way. */
function oracle(
  given: readonly (readonly [Listed, boolean])[],
  filter: ListFilter,
  order: ListOrder,
): string[] {
  const latest = new Map(given.map(([one, isBooking]) => [one.id, isBooking ? one : null]));
  return [...latest.values()]
    .filter((one) => one !== null)
    .filter((one) => {
      const state = { ...one, expiresAt: one.expiresAt === null ? null : new Date(one.expiresAt) };
      return (
        (filter.status === undefined || filter.status.includes(shownStatus(state, now))) &&
        (filter.from === undefined || one.startAt >= filter.from.getTime()) &&
        (filter.to === undefined || one.startAt <= filter.to.getTime()) &&
        equalFields.every((field) => filter[field] === undefined || one[field] === filter[field]) &&
        (filter.search === undefined || isIn(one.searchText.split("\u0000"), filter.search))
      );
    })
    .toSorted((a, b) => {
      const ascending = a[order] - b[order] || (a.id < b.id ? -1 : 1);
      return order === "createdAt" ? -ascending : ascending;
    })
    .map(({ id }) => id);
}

const isIn = (fields: readonly string[], search: string): boolean =>
  fields.some((field) => field.includes(search.toLowerCase()));

const all = { order: "createdAt", limit: 1_000, withTotal: true } as const;

function found(index: BookingIndex, filter: ListFilter, wanted: Wanted) {
  const { places, total } = index.find(filter, wanted, now);
  return { places, ids: places.map(({ id }) => id), total };
}

describe("a booking index", () => {
  it("keeps the order of starts while bookings come and move", () => {
    fc.assert(
      fc.property(puts, puts, filters, (before, after, filter) => {
        const index = indexOf(before);
        const order = "startAt";
        expect(found(index, filter, { ...all, order }).ids).toEqual(oracle(before, filter, order));
        for (const [one, isBooking] of after) index.put(one, isBooking ? one : null);
        const wanted = oracle([...before, ...after], filter, order);
        expect(found(index, filter, { ...all, order }).ids).toEqual(wanted);
      }),
    );
  });

  it("finds the starts of a range with their kinds, guests and prices", () => {
    fc.assert(
      fc.property(puts, filters, (given, filter) => {
        const range = { ...filter, from: filter.from ?? new Date(0), to: filter.to ?? new Date(9) };
        const rows = new Map(given.map(([one]) => [one.id, one]));
        const wanted = oracle(given, range, "startAt").map((id) => {
          const { productId, optionId, startAt, source, guests, retail, currency } = rows.get(id)!;
          return { id, productId, optionId, startAt, source, guests, retail, currency };
        });
        expect(indexOf(given).startsOf(range, now)).toEqual(wanted);
      }),
    );
  });

  it("finds what a slow look at every booking finds, in order, counts it, and gives it page by page", () => {
    const size = fc.integer({ min: 1, max: 7 });
    fc.assert(
      fc.property(puts, filters, size, orders, (given, filter, limit, order) => {
        const index = indexOf(given);
        const whole = oracle(given, filter, order);
        const total = whole.length;
        expect(found(index, filter, { ...all, order })).toMatchObject({ ids: whole, total });
        const bySkip: string[] = [];
        for (let skip = 0; skip < whole.length; skip += limit) {
          const page = found(index, filter, { order, skip, limit, withTotal: true });
          expect(page.total).toBe(total);
          bySkip.push(...page.ids);
        }
        const byPlace: string[] = [];
        for (let after = {}; ; ) {
          const page = found(index, filter, { order, ...after, limit, withTotal: false });
          const last = page.places.at(-1);
          if (!last) break;
          after = { after: last };
          byPlace.push(...page.ids);
        }
        expect([bySkip, byPlace]).toEqual([whole, whole]);
      }),
      { numRuns: 500 },
    );
  });

  it("finds the booking named by the search beside those that have its text", () => {
    fc.assert(
      fc.property(puts, filters, listed, (given, filter, one) => {
        const index = indexOf(given);
        const { search: _, ...others } = filter;
        const named = found(index, { ...others, search: "x" }, { ...all, named: one.id });
        const wanted = oracle(given, others, "createdAt").filter(
          (id) => id === one.id || found(index, { search: "x" }, all).ids.includes(id),
        );
        expect([named.ids, named.total]).toEqual([wanted, wanted.length]);
      }),
    );
  });

  it("counts the memory that it takes anew when texts change", () => {
    const [one] = fc.sample(listed, 1);
    const plain = { ...one!, searchText: "ada", externalId: null, resellerReference: null };
    const index = indexOf([[plain, true]]);
    const { bytes } = index;
    index.put(plain, { ...plain, searchText: "ada byron", resellerReference: "agency" });
    expect(index.bytes).toBeGreaterThan(bytes + "agency byron".length);
    index.put(plain, plain);
    expect(index.bytes).toBe(bytes);
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
    const count = (search: string) => found(indexOf([[one, true]]), { search }, all).ids.length;
    expect([count("οδυσ"), count("ΕΥΣ"), count("ευς"), count("ΔΥΣ")]).toEqual([1, 1, 1, 1]);
  });
});
