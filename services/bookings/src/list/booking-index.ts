/**
 * A tenant's bookings in memory: their orders and the fields of filters and search. A page and its total
 * need no read of documents. It stores columns, because a tenant has hundreds of thousands of rows.
 * booking-index-cache.ts keeps it up to date.
 */
import { type Columns, kindBytes, noRows, rowBytes, statusOf } from "./booking-columns.ts";
import { type RowKey, type Walk, createOrders, createRows } from "./booking-rows.ts";
import type { Kind, ListFilter, ListOrder, Listed, Priced } from "../record/list-filter.ts";
import { rowTest } from "./row-filter.ts";
import type { Place } from "./row-order.ts";

/** The start of a list in its order, and its length. */
export interface Wanted {
  order: ListOrder;
  after?: Place;
  skip?: number;
  limit: number;
  /** Without a total the scan ends with the page. */
  withTotal: boolean;
  /** The booking whose reference is the searched text: the search finds it, too. */
  named?: string | undefined;
}

export type StartRange = Required<Pick<ListFilter, "from" | "to">>;
/** A booking with its instant in milliseconds. */
export type Start = Pick<Listed, "id" | "productId" | "optionId" | "startAt" | "source"> & Priced;

type IndexRow = Kind & Pick<Listed, "id" | "status" | "startAt" | "expiresAt" | "updatedAt">;

export function createBookingIndex() {
  const columns = noRows();
  const orders = createOrders(columns);
  const rows = createRows(columns, orders);

  return {
    /** Bookings and tombstones. */
    get size() {
      return columns.id.length;
    },
    /** An estimate of its memory. */
    get bytes() {
      return columns.id.length * rowBytes + rows.textBytes() + columns.kinds.all.length * kindBytes;
    },
    /** The updatedAt of this booking that the index knows. */
    updatedAtOf(id: string) {
      const row = rows.of(id);
      return row === undefined ? undefined : columns.updatedAt[row];
    },
    /** Adds or updates a booking; null: a tombstone, which no list shows. */
    put: (key: RowKey, booking: Listed | null) => rows.put(key, booking),
    find(filter: ListFilter, wanted: Wanted, now: number) {
      const named = wanted.named === undefined ? undefined : rows.of(wanted.named);
      const isShown = rowTest(columns, { filter, named }, now);
      if (!isShown) return { places: [], total: 0 };
      // Without a filter the total is known.
      const isCounting = wanted.withTotal && Object.keys(filter).length > 0;
      const walk = orders.walk(wanted.order, wanted.after);
      const found = findRows(walk, isShown, { ...wanted, isCounting });
      const at = columns[wanted.order];
      const places = found.rows.map((row) => ({ id: columns.id[row] ?? "", at: at[row] ?? 0 }));
      return { places, total: isCounting || !wanted.withTotal ? found.total : rows.shown() };
    },
    /** The bookings of a filter with a first and a last start, by start. It looks only at those in between. */
    startsOf(filter: ListFilter & StartRange, now: number) {
      const isShown = rowTest(columns, { filter, named: undefined }, now);
      const walk = orders.walk("startAt", { at: filter.from.getTime(), id: "" });
      return isShown ? startsIn(columns, { walk, isShown, to: filter.to.getTime() }) : [];
    },
    /** Shows every booking, without what only lists look at. */
    visit(see: (row: IndexRow) => void) {
      for (const row of columns.id.keys()) {
        const booking = rowIn(columns, row);
        if (booking) see(booking);
      }
    },
  };
}

export type BookingIndex = ReturnType<typeof createBookingIndex>;

interface Looked {
  walk: Pick<Walk, "rows" | "first">;
  isShown: (row: number) => boolean;
  /** In milliseconds. */
  to: number;
}

function startsIn(columns: Columns, { walk: { rows, first }, isShown, to }: Looked): Start[] {
  const found: Start[] = [];
  for (let at = first; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const startAt = columns.startAt[row] ?? 0;
    if (startAt > to) break;
    if (isShown(row)) found.push(startOf(columns, row));
  }
  return found;
}

function startOf(columns: Columns, row: number): Start {
  const kind = columns.kinds.all[columns.kind[row] ?? 0];
  return {
    id: columns.id[row] ?? "",
    startAt: columns.startAt[row] ?? 0,
    productId: kind?.productId ?? "",
    optionId: kind?.optionId ?? "",
    source: kind?.source ?? "",
    guests: columns.guests[row] ?? 0,
    retail: columns.retail[row] ?? 0,
    currency: columns.currency[row] ?? "",
  };
}

function rowIn(columns: Columns, row: number): IndexRow | undefined {
  const status = statusOf(columns, row);
  const kind = columns.kinds.all[columns.kind[row] ?? -1];
  if (!status || !kind) return undefined;
  const expiresAt = columns.expiresAt[row] ?? Infinity;
  return {
    ...kind,
    status,
    id: columns.id[row] ?? "",
    updatedAt: columns.updatedAt[row] ?? 0,
    startAt: columns.startAt[row] ?? 0,
    expiresAt: expiresAt === Infinity ? null : expiresAt,
  };
}

/** The rows of a page; with `isCounting` all that are shown are counted. */
function findRows(
  { rows, first, step }: Walk,
  isShown: (row: number) => boolean,
  { skip = 0, limit, isCounting }: Pick<Wanted, "skip" | "limit"> & { isCounting: boolean },
): { rows: number[]; total: number } {
  const found: number[] = [];
  let total = 0;
  for (let at = first; at >= 0 && at < rows.length; at += step) {
    const row = rows[at] ?? 0;
    if (!isShown(row)) continue;
    total++;
    if (total > skip && found.length < limit) found.push(row);
    else if (found.length === limit && !isCounting) break;
  }
  return { rows: found, total };
}
