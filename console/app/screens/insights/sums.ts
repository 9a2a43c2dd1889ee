/** Sums for the charts of a range. Amounts of two currencies are never added. Pure. */
import type { CalendarDay, Stat } from "@slipway/client";
import type { Catalog } from "../../../page/catalog.ts";
import { type Step, partOf } from "./periods.ts";

export interface Sum {
  readonly bookings: number;
  readonly guests: number;
  /** By currency, in minor units. */
  readonly retail: ReadonlyMap<string, number>;
}

export function sumOf(rows: readonly Stat[]): Sum {
  const retail = new Map<string, number>();
  for (const row of rows) retail.set(row.currency, (retail.get(row.currency) ?? 0) + row.retail);
  return {
    bookings: total(rows, ({ bookings }) => bookings),
    guests: total(rows, ({ guests }) => guests),
    retail,
  };
}

/** Sums by what a row is of, such as its product. */
export function sumsBy(
  rows: readonly Stat[],
  keyOf: (row: Stat) => string | undefined,
): ReadonlyMap<string, Sum> {
  const groups = Map.groupBy(rows, (row) => keyOf(row) ?? "");
  return new Map([...groups].map(([key, own]) => [key, sumOf(own)]));
}

export interface Occupancy {
  readonly guests: number;
  readonly places: number;
  /** In percent; undefined where there are no places to fill. */
  readonly share: number | undefined;
}

interface Sold {
  readonly byDay: readonly Stat[];
  readonly onSale: readonly CalendarDay[];
  readonly catalog: Pick<Catalog, "options">;
}

/**
 * Guests and places by the part of a range, or by another key of a day. Products without a limit count on neither side. A
 * resource that two options share counts for both.
 */
export function occupancyBy(
  { byDay, onSale, catalog }: Sold,
  keyOf: (date: string) => string,
): ReadonlyMap<string, Occupancy> {
  const productOf = ({ optionId }: CalendarDay): string =>
    catalog.options.get(optionId)?.product.id ?? "";
  const unlimited = new Set(onSale.filter(({ capacity }) => capacity === null).map(productOf));
  const days = onSale.filter((day) => !unlimited.has(productOf(day)));
  const limited = new Set(days.map(productOf));
  const guests = new Map<string, number>();
  const places = new Map<string, number>();
  for (const { date, capacity, departures } of days)
    add(places, keyOf(date), (capacity ?? 0) * departures);
  for (const { date = "", productId = "", guests: own } of byDay)
    if (limited.has(productId)) add(guests, keyOf(date), own);
  const keys = new Set([...places.keys(), ...guests.keys()]);
  return new Map([...keys].map((key) => [key, occupancyOf(guests.get(key), places.get(key))]));
}

function occupancyOf(guests = 0, places = 0): Occupancy {
  return { guests, places, share: places === 0 ? undefined : Math.round((100 * guests) / places) };
}

/** The part of a range by which a chart is drawn. */
export function byPart(step: Step): (date: string) => string {
  return (date) => partOf(date, step);
}

function add(to: Map<string, number>, key: string, count: number): void {
  to.set(key, (to.get(key) ?? 0) + count);
}

function total<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}
