/**
 * A tenant's bookings in memory: their order and the fields of filters and search. A page and its total
 * need no read of documents. It stores columns, because a tenant has hundreds of thousands of rows.
 * booking-index-cache.ts keeps it up to date.
 */
import { bookings } from "@slipway/contracts";
import { type ListFilter, type Listed, wantedText } from "./list-filter.ts";
import { type BigramFilter, createBigramFilter, bigramsOf } from "./bigram-filter.ts";

const bookingStatuses = bookings.bookingStatus.options;

/** The start of a list in the order of all bookings, newest first, and its length. */
export interface Wanted {
  /** The list begins after this booking. */
  after?: Pick<Listed, "createdAt" | "id">;
  skip?: number;
  limit: number;
  /** Without a total the scan ends with the page. */
  withTotal: boolean;
}

export interface Found {
  ids: string[];
  total: number;
}

export interface BookingIndex {
  /** Bookings and tombstones. */
  readonly size: number;
  /** An estimate of its memory. */
  readonly bytes: number;
  /** The updatedAt of this booking that the index knows. */
  updatedAtOf(id: string): number | undefined;
  /** Adds or updates a booking; null: a tombstone, which no list shows. */
  put(key: Pick<Listed, "id" | "createdAt" | "updatedAt">, booking: Listed | null): void;
  find(filter: ListFilter, wanted: Wanted, now: number): Found;
}

const rowBytes = 240;
/** The row of a tombstone. */
const tombstoneRow = {
  status: "EXPIRED",
  startAt: Number.NaN,
  expiresAt: null,
  supplierId: "",
  source: "",
  searchText: "",
} as const;
const tombstone = -1;

interface Columns {
  id: string[];
  createdAt: number[];
  updatedAt: number[];
  /** An index into `bookingStatuses`, or `tombstone`. */
  status: number[];
  startAt: number[];
  /** Infinity if there is none. */
  expiresAt: number[];
  /** Numbers instead of names: there are few suppliers and sources. */
  supplier: number[];
  source: number[];
  text: string[];
  bigrams: BigramFilter;
}

export function createBookingIndex(): BookingIndex {
  const columns = noRows();
  const rowOf = new Map<string, number>();
  const numberOf = new Map<string, number>();
  /** Rows, oldest first. */
  const order: number[] = [];
  let bytes = 0;
  let shown = 0;

  const numbered = (name: string): number => {
    const known = numberOf.get(name) ?? numberOf.size;
    numberOf.set(name, known);
    return known;
  };

  function newRow(id: string, createdAt: number): number {
    const row = columns.id.length;
    rowOf.set(id, row);
    columns.id.push(id);
    columns.createdAt.push(createdAt);
    columns.status.push(tombstone);
    const place = placeOf(columns, order, { createdAt, id });
    // Nearly always the last: bookings arrive in order of creation.
    if (place === order.length) order.push(row);
    else order.splice(place, 0, row);
    bytes += rowBytes;
    return row;
  }

  return {
    get size() {
      return order.length;
    },
    get bytes() {
      return bytes;
    },
    updatedAtOf(id) {
      const row = rowOf.get(id);
      return row === undefined ? undefined : columns.updatedAt[row];
    },
    put({ id, createdAt, updatedAt }, booking) {
      const row = rowOf.get(id) ?? newRow(id, createdAt);
      const { status, startAt, expiresAt, supplierId, source, searchText } =
        booking ?? tombstoneRow;
      columns.updatedAt[row] = updatedAt;
      columns.startAt[row] = startAt;
      columns.expiresAt[row] = expiresAt ?? Infinity;
      columns.supplier[row] = numbered(supplierId);
      columns.source[row] = numbered(source);
      bytes += searchText.length - (columns.text[row] ?? "").length;
      columns.text[row] = searchText;
      columns.bigrams.set(row, searchText);
      if (columns.status[row] !== tombstone) shown--;
      if (booking) shown++;
      columns.status[row] = booking ? bookingStatuses.indexOf(status) : tombstone;
    },
    find(filter, { after, skip = 0, limit, withTotal }, now) {
      const isShown = testOf(columns, filter, numberOf, now);
      if (!isShown) return { ids: [], total: 0 };
      // Without a filter the total is known.
      const isCounting = withTotal && Object.keys(filter).length > 0;
      const found: Found = { ids: [], total: 0 };
      for (let at = (after ? placeOf(columns, order, after) : order.length) - 1; at >= 0; at--) {
        const row = order[at] ?? 0;
        if (!isShown(row)) continue;
        found.total++;
        if (found.total > skip && found.ids.length < limit) found.ids.push(columns.id[row] ?? "");
        else if (found.ids.length === limit && !isCounting) break;
      }
      return { ...found, total: isCounting || !withTotal ? found.total : shown };
    },
  };
}

function noRows(): Columns {
  return {
    id: [],
    createdAt: [],
    updatedAt: [],
    status: [],
    startAt: [],
    expiresAt: [],
    supplier: [],
    source: [],
    text: [],
    bigrams: createBigramFilter(),
  };
}

/** How many of the rows in order come before this one. */
function placeOf(
  { createdAt, id }: Columns,
  order: readonly number[],
  one: Pick<Listed, "createdAt" | "id">,
): number {
  let [low, high] = [0, order.length];
  // Looks at the last row first: a new booking is mostly the newest.
  let middle = high - 1;
  while (low < high) {
    const row = order[middle] ?? 0;
    const made = createdAt[row] ?? 0;
    const isBefore = made < one.createdAt || (made === one.createdAt && (id[row] ?? "") < one.id);
    if (isBefore) low = middle + 1;
    else high = middle;
    middle = (low + high) >> 1;
  }
  return low;
}

/**
 * A test of a row against all filters; undefined if no row can match. It has no branches that depend on
 * the filter, because it runs for every row of a large tenant.
 */
function testOf(
  columns: Columns,
  filter: ListFilter,
  numberOf: ReadonlyMap<string, number>,
  now: number,
): ((row: number) => boolean) | undefined {
  const { startAt, supplier, source, text, bigrams } = columns;
  const wanted = filter.search === undefined ? "" : wantedText(filter.search);
  const supplierWanted = numberWanted(numberOf, filter.supplierId);
  const sourceWanted = numberWanted(numberOf, filter.source);
  if (wanted === null || supplierWanted === undefined || sourceWanted === undefined)
    return undefined;
  const from = filter.from?.getTime() ?? -Infinity;
  const to = filter.to?.getTime() ?? Infinity;
  const hasStatus = statusTest(columns, filter.status, now);
  const bigramsWanted = bigramsOf(wanted);
  return (row) => {
    const start = startAt[row] ?? Number.NaN;
    return (
      start >= from &&
      start <= to &&
      (supplierWanted === any || supplier[row] === supplierWanted) &&
      (sourceWanted === any || source[row] === sourceWanted) &&
      bigrams.covers(row, bigramsWanted) &&
      hasStatus(row) &&
      (text[row] ?? "").includes(wanted)
    );
  };
}

const any = -1;

/** Undefined: no booking has this name. */
function numberWanted(
  numberOf: ReadonlyMap<string, number>,
  name: string | undefined,
): number | undefined {
  return name === undefined ? any : numberOf.get(name);
}

const held = bookingStatuses.indexOf("ON_HOLD");
const expired = bookingStatuses.indexOf("EXPIRED");

/** Tests the status that readers see now. */
function statusTest(
  { status, expiresAt }: Pick<Columns, "status" | "expiresAt">,
  wanted: Listed["status"] | undefined,
  now: number,
): (row: number) => boolean {
  const shown = (row: number): number => {
    const number = status[row] ?? tombstone;
    return number === held && (expiresAt[row] ?? Infinity) <= now ? expired : number;
  };
  if (wanted === undefined) return (row) => status[row] !== tombstone;
  const number = bookingStatuses.indexOf(wanted);
  return (row) => shown(row) === number;
}
