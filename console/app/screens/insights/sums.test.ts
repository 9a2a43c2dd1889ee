import { expect, it } from "@jest/globals";
import type { CalendarDay, Stat } from "@slipway/client";
import type { SoldOption } from "../../../page/catalog.ts";
import { byPart, occupancyBy, sumOf, sumsBy } from "./sums.ts";

const stat = (given: Partial<Stat>): Stat => ({
  currency: "EUR",
  bookings: 1,
  guests: 2,
  retail: 9_000,
  ...given,
});

it("adds no amounts of two currencies", () => {
  const rows = [stat({}), stat({ currency: "USD", retail: 5_000 }), stat({ retail: 1_000 })];
  expect(sumOf(rows)).toEqual({
    bookings: 3,
    guests: 6,
    retail: new Map([
      ["EUR", 10_000],
      ["USD", 5_000],
    ]),
  });
});

it("sums by source", () => {
  const rows = [stat({ source: "viator" }), stat({ source: "api/v1" }), stat({ source: "viator" })];
  const sums = sumsBy(rows, ({ source }) => source);
  expect([...sums].map(([source, { guests }]) => [source, guests])).toEqual([
    ["viator", 4],
    ["api/v1", 2],
  ]);
});

it("compares guests with places, and leaves out what has no limit", () => {
  const option = (id: string): [string, SoldOption] =>
    [`opt_${id}`, { product: { id }, option: { id: `opt_${id}` } }] as unknown as [
      string,
      SoldOption,
    ];
  const catalog = { options: new Map([option("boat"), option("walk")]) };
  const day = (optionId: string, capacity: number | null): CalendarDay => ({
    date: "2028-06-01",
    optionId,
    departures: 3,
    available: true,
    vacancies: capacity,
    capacity,
    priceFrom: null,
  });
  const byDay = [
    stat({ date: "2028-06-01", productId: "boat", guests: 18 }),
    stat({ date: "2028-06-01", productId: "walk", guests: 40 }),
    // Nothing departs any more on this day.
    stat({ date: "2028-06-02", productId: "boat", guests: 2 }),
  ];
  const onSale = [day("opt_boat", 24), day("opt_walk", null)];
  const found = occupancyBy({ byDay, onSale, catalog }, byPart("day"));
  expect([...found]).toEqual([
    ["2028-06-01", { guests: 18, places: 72, share: 25 }],
    ["2028-06-02", { guests: 2, places: 0, share: undefined }],
  ]);
  const all = occupancyBy({ byDay, onSale, catalog }, byPart("month")).get("2028-06-01");
  expect(all).toEqual({ guests: 20, places: 72, share: 28 });
});
