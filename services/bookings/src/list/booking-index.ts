/**
 * A tenant's bookings in memory, by what lists look at: the order of all, the filters and the
 * search, so that a page and its total need no look at the documents. Columns, because there are
 * hundreds of thousands of rows. Pure but for its own columns: who keeps it true is directory-cache.ts.
 */
import { bookings } from "@slipway/contracts";
import { type ListFilter, type Listed, wantedText } from "./list-filter.ts";
import { type Signatures, createSignatures, signatureOf } from "./bigram-filter.ts";

const bookingStatuses = bookings.bookingStatus.options;

/** Where in the order of all, newest first, a list begins, and how much it gives. */
export interface Wanted {
  /** Begins after this one. */
  after?: Pick<Listed, "createdAt" | "id">;
  skip?: number;
  limit: number;
  /** Without it the search ends with the page. */
  withTotal: boolean;
}

export interface Found {
  ids: string[];
  total: number;
}

export interface Directory {
  /** Bookings and tombstones. */
  readonly size: number;
  /** What it takes of memory, about. */
  readonly bytes: number;
  /** When the booking of this id changed last, as known here. */
  updatedAtOf(id: string): number | undefined;
  /** Adds a booking or brings it up to date; null: a tombstone, which no list shows. */
  put(key: Pick<Listed, "id" | "createdAt" | "updatedAt">, booking: Listed | null): void;
  find(filter: ListFilter, wanted: Wanted, now: number): Found;
}

const rowBytes = 240;
/** What stands in the row of a tombstone. */
const nobody = {
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
  /** Its place in `bookingStatuses`, or `tombstone`. */
  status: number[];
  startAt: number[];
  /** Infinity where there is none. */
  expiresAt: number[];
  /** Numbers of names: few suppliers and sources have many bookings. */
  supplier: number[];
  source: number[];
  text: string[];
  signatures: Signatures;
}

export function createDirectory(): Directory {
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
    // Nearly always the last: bookings come in the order of their making.
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
      const { status, startAt, expiresAt, supplierId, source, searchText } = booking ?? nobody;
      columns.updatedAt[row] = updatedAt;
      columns.startAt[row] = startAt;
      columns.expiresAt[row] = expiresAt ?? Infinity;
      columns.supplier[row] = numbered(supplierId);
      columns.source[row] = numbered(source);
      bytes += searchText.length - (columns.text[row] ?? "").length;
      columns.text[row] = searchText;
      columns.signatures.set(row, searchText);
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
    signatures: createSignatures(),
  };
}

/** How many of the rows in order come before this one. */
function placeOf(
  { createdAt, id }: Columns,
  order: readonly number[],
  one: Pick<Listed, "createdAt" | "id">,
): number {
  let [low, high] = [0, order.length];
  // The last one first: what is added is mostly newer than all.
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
 * Whether a row is shown, by every filter that is set; undefined where none can be. One function
 * without branches that depend on what is set: it runs for every row of a large tenant.
 */
function testOf(
  columns: Columns,
  filter: ListFilter,
  numberOf: ReadonlyMap<string, number>,
  now: number,
): ((row: number) => boolean) | undefined {
  const { startAt, supplier, source, text, signatures } = columns;
  const wanted = filter.search === undefined ? "" : wantedText(filter.search);
  const supplierWanted = numberWanted(numberOf, filter.supplierId);
  const sourceWanted = numberWanted(numberOf, filter.source);
  if (wanted === null || supplierWanted === undefined || sourceWanted === undefined)
    return undefined;
  const from = filter.from?.getTime() ?? -Infinity;
  const to = filter.to?.getTime() ?? Infinity;
  const hasStatus = statusTest(columns, filter.status, now);
  const signature = signatureOf(wanted);
  return (row) => {
    const start = startAt[row] ?? Number.NaN;
    return (
      start >= from &&
      start <= to &&
      (supplierWanted === any || supplier[row] === supplierWanted) &&
      (sourceWanted === any || source[row] === sourceWanted) &&
      signatures.covers(row, signature) &&
      hasStatus(row) &&
      (text[row] ?? "").includes(wanted)
    );
  };
}

const any = -1;

/** Undefined: no booking has that name. */
function numberWanted(
  numberOf: ReadonlyMap<string, number>,
  name: string | undefined,
): number | undefined {
  return name === undefined ? any : numberOf.get(name);
}

const held = bookingStatuses.indexOf("ON_HOLD");
const expired = bookingStatuses.indexOf("EXPIRED");

/** By the status that readers are shown now. */
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
